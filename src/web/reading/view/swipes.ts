const SWIPE_MIN_PX = 40;

export function addSwipeListeners(target: Document | HTMLElement, onSwipe: (to: "left" | "right") => void): void {
  let startTouch: Touch | null = null;
  const isZoomed = () => (visualViewport?.scale ?? 1) > 1.05;
  const onTouchStart = ({ touches }: TouchEvent) =>
    void (startTouch = touches.length === 1 && !isZoomed() ? (touches[0] ?? null) : null);
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const endTouch = changedTouches[0];
    if (!startTouch || !endTouch || isZoomed()) return;
    const [deltaX, deltaY] = [endTouch.screenX - startTouch.screenX, endTouch.screenY - startTouch.screenY];
    startTouch = null;
    if (Math.abs(deltaX) > SWIPE_MIN_PX && Math.abs(deltaX) > Math.abs(deltaY)) onSwipe(deltaX < 0 ? "left" : "right");
  };
  // Prevents the browser's swipe to go back.
  const move = (event: TouchEvent) => {
    if (startTouch && event.cancelable && !isZoomed()) event.preventDefault();
  };
  // A Document and an HTMLElement have the same events.
  const eventTarget: EventTarget = target;
  eventTarget.addEventListener("touchstart", (event) => onTouchStart(event as TouchEvent), { passive: true });
  eventTarget.addEventListener("touchmove", (event) => move(event as TouchEvent), { passive: false });
  eventTarget.addEventListener("touchend", (event) => onTouchEnd(event as TouchEvent));
}

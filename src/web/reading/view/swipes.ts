const SWIPE_MIN_PX = 40;

export function addSwipeListeners(target: Document | HTMLElement, onSwipe: (to: "left" | "right") => void): void {
  let from: Touch | null = null;
  const isZoomed = () => (visualViewport?.scale ?? 1) > 1.05;
  const start = ({ touches }: TouchEvent) =>
    void (from = touches.length === 1 && !isZoomed() ? (touches[0] ?? null) : null);
  const end = ({ changedTouches }: TouchEvent) => {
    const to = changedTouches[0];
    if (!from || !to || isZoomed()) return;
    const [across, down] = [to.screenX - from.screenX, to.screenY - from.screenY];
    from = null;
    if (Math.abs(across) > SWIPE_MIN_PX && Math.abs(across) > Math.abs(down)) onSwipe(across < 0 ? "left" : "right");
  };
  // Prevents the browser's swipe to go back.
  const move = (event: TouchEvent) => {
    if (from && event.cancelable && !isZoomed()) event.preventDefault();
  };
  // A Document and an HTMLElement have the same events.
  const touched: EventTarget = target;
  touched.addEventListener("touchstart", (event) => start(event as TouchEvent), { passive: true });
  touched.addEventListener("touchmove", (event) => move(event as TouchEvent), { passive: false });
  touched.addEventListener("touchend", (event) => end(event as TouchEvent));
}

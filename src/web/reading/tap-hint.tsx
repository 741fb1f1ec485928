/** Where to tap, for a device's first book. In the place of the page's number: one line, however large the type. */
export function TapHint({ isScrolled }: { isScrolled: boolean }) {
  const press = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  return (
    <output className="flex justify-center">
      <span className="rounded-full bg-ink px-3 text-[min(0.8125rem,3.6vw)] leading-5 whitespace-nowrap text-paper">
        {isScrolled ? `${press} the page for the menu.` : `${press} the middle for the menu, the sides to turn.`}
      </span>
    </output>
  );
}

/** Where to tap, for a device's first book. */
export function TapHint({ isScrolled }: { isScrolled: boolean }) {
  const press = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  return (
    <output className="mx-auto mb-4 max-w-[90vw] rounded-full bg-ink px-4 py-2 text-center text-sm text-balance text-paper shadow-lifted">
      {isScrolled ? `${press} the page for the menu.` : `${press} the middle for the menu, the sides to turn.`}
    </output>
  );
}

/** What people call the device that they hold: 'phone', 'tablet' or 'computer'. */
export function deviceName(userAgent: string, touchPoints: number): string {
  const isTablet =
    /iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  if (isTablet) return "tablet";
  return /Mobi|iPhone|Android/i.test(userAgent) ? "phone" : "computer";
}

/** 'On your phone', or 'Elsewhere' for a save that did not name its device. */
export function whereText(device: string | null): string {
  return device ? `On your ${device}` : "Elsewhere";
}

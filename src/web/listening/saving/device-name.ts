/** 'phone', 'tablet' or 'computer'. */
export function deviceName(userAgent: string, touchPoints: number): string {
  const isTablet =
    /iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  if (isTablet) return "tablet";
  return /Mobi|iPhone|Android/i.test(userAgent) ? "phone" : "computer";
}

/** 'On your phone'; 'Elsewhere' when unknown. */
export function deviceText(device: string | null): string {
  return device ? `On your ${device}` : "Elsewhere";
}

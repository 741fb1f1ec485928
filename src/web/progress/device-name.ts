import type { Offer } from "./position.ts";

export function deviceName(userAgent: string, touchPoints: number): string {
  const isTablet =
    /iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  if (isTablet) return "tablet";
  return /Mobi|iPhone|Android/i.test(userAgent) ? "phone" : "computer";
}

/** 'On your phone' or 'In this browser'; 'Elsewhere' if the device isn't stored. */
export function formatDevice({ device, isFromThisDevice }: Pick<Offer, "device" | "isFromThisDevice">): string {
  if (isFromThisDevice) return "In this browser";
  return device ? `On your ${device}` : "Elsewhere";
}

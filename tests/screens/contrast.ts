import { decode } from "fast-png";
import type { Locator } from "playwright-core";

/** sRGB to linear light, for each of the 256 values. */
const LINEAR = Array.from({ length: 256 }, (_, i) => (i <= 10 ? i / 255 / 12.92 : ((i / 255 + 0.055) / 1.055) ** 2.4));

/** WCAG luminance of a color, 0 to 1. */
const luminance = (r: number, g: number, b: number) =>
  0.2126 * (LINEAR[r] ?? 0) + 0.7152 * (LINEAR[g] ?? 0) + 0.0722 * (LINEAR[b] ?? 0);

/**
 * WCAG contrast of text with the pixels behind it, met by all but one in a thousand; axe can't measure text over
 * pictures. Hides the text while measuring.
 */
export async function contrastOnPicture(text: Locator): Promise<number> {
  const { ink, lines } = await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()].map(({ x, y, width, height }) => ({ x, y, width, height }));
    const ink = getComputedStyle(element).color;
    element.style.color = "transparent";
    return { ink, lines };
  });
  const [r = 0, g = 0, b = 0] = ink.match(/\d+/g)?.map(Number) ?? [];
  const inkLuminance = luminance(r, g, b);
  const found: number[] = [];
  for (const clip of lines) {
    const { data, channels } = decode(await text.page().screenshot({ clip }));
    for (let at = 0; at < data.length; at += channels) {
      const ground = luminance(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
      found.push((Math.max(ground, inkLuminance) + 0.05) / (Math.min(ground, inkLuminance) + 0.05));
    }
  }
  await text.evaluate((element) => element.removeAttribute("style"));
  return Float64Array.from(found).toSorted()[Math.floor(found.length / 1000)] ?? 0;
}

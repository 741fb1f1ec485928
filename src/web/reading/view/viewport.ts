/** For a page whose size is unknown, in pixels. */
const USUAL = [600, 800] as const;

/** Gives a fixed page without a viewport the size of its only picture. */
export function addViewport(doc: Document): void {
  if (doc.documentElement.localName === "svg") return;
  const found = doc.querySelector('meta[name="viewport"]');
  const says = found?.getAttribute("content") ?? "";
  if (/width\s*=\s*[\d.]+/.test(says) && /height\s*=\s*[\d.]+/.test(says)) return;
  const [width, height] = pictureSize(doc) ?? USUAL;
  const meta = found ?? doc.createElement("meta");
  meta.setAttribute("name", "viewport");
  meta.setAttribute("content", `width=${width},height=${height}`);
  if (!found) doc.head.append(meta);
}

function pictureSize(doc: Document): readonly [width: number, height: number] | null {
  const { width, height } = doc.querySelector("svg")?.viewBox.baseVal ?? { width: 0, height: 0 };
  if (width > 0 && height > 0) return [width, height];
  const image = doc.querySelector("img");
  return image && image.naturalWidth > 0 ? [image.naturalWidth, image.naturalHeight] : null;
}

/** A number for an attribute: one decimal is a tenth of a pixel. */
export const fixed = (value: number) => value.toFixed(1);

/** FNV-1a: an id from the content stays the same between runs, which a counter wouldn't. */
function idFor(content: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < content.length; i++) hash = Math.imul(hash ^ content.charCodeAt(i), 0x01000193);
  return `i${(hash >>> 0).toString(36)}`;
}

export const path = (d: string, fill: string, attributes = "") => `<path d="${d}" fill="${fill}" ${attributes}/>`;

/** A line of even width with round caps. */
export const line = (d: string, stroke: string, width: number, attributes = "") =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${attributes}/>`;

export const group = (inner: string, attributes = "") => `<g ${attributes}>${inner}</g>`;

/** A group that is translated, rotated (degrees) and scaled, outermost first. */
export const place = (inner: string, x: number, y: number, rotate = 0, scale: number | readonly [number, number] = 1) =>
  `<g transform="translate(${fixed(x)} ${fixed(y)}) rotate(${fixed(rotate)}) scale(${typeof scale === "number" ? scale : scale.join(" ")})">${inner}</g>`;

/** Clips the drawing to the shape. */
export function clip(d: string, inner: string, attributes = ""): string {
  const id = idFor(d);
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})" ${attributes}>${inner}</g>`;
}

/** A gradient stop: offset (0 to 1), color, opacity. */
export type Stop = readonly [at: number, color: string, opacity?: number];

/** Put `defs` into the drawing once; use `fill` anywhere. */
type Paint = { readonly defs: string; readonly fill: string };

function gradient(kind: "linear" | "radial", attributes: string, stops: readonly Stop[]): Paint {
  const inner = stops
    .map(([at, color, opacity = 1]) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${opacity}"/>`)
    .join("");
  const id = idFor(kind + attributes + inner);
  return {
    defs: `<defs><${kind}Gradient id="${id}" ${attributes}>${inner}</${kind}Gradient></defs>`,
    fill: `url(#${id})`,
  };
}

/** Linear gradient in fractions of the shape's box, top to bottom by default. */
export const linear = (stops: readonly Stop[], [x1, y1, x2, y2] = [0, 0, 0, 1]) =>
  gradient("linear", `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`, stops);

/** Radial gradient in fractions of the shape's box. */
export const radial = (stops: readonly Stop[], [cx, cy, r] = [0.5, 0.5, 0.5]) =>
  gradient("radial", `cx="${cx}" cy="${cy}" r="${r}"`, stops);

/** Radial gradient in drawing units. */
export const radialAt = (cx: number, cy: number, r: number, stops: readonly Stop[], squash = 1) =>
  gradient(
    "radial",
    `gradientUnits="userSpaceOnUse" cx="0" cy="0" r="${r}" gradientTransform="translate(${cx} ${cy}) scale(1 ${squash})"`,
    stops,
  );

export const painted = (d: string, paint: Paint, attributes = "") => paint.defs + path(d, paint.fill, attributes);

/** How a layer blends with what's below. */
type Blend = "multiply" | "screen" | "soft-light" | "normal";
export const blend = (mode: Blend, rest = "") => `style="mix-blend-mode:${mode}" ${rest}`;

/** A soft-edged ellipse: light (screen) or shadow (multiply). A gradient, because a filter would be clipped. */
export function glow(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  color: string,
  opacity: number,
  mode: Blend = "screen",
): string {
  const paint = radial([
    [0, color, opacity],
    [0.35, color, opacity * 0.62],
    [0.7, color, opacity * 0.16],
    [1, color, 0],
  ]);
  return `${paint.defs}<ellipse cx="${fixed(cx)}" cy="${fixed(cy)}" rx="${fixed(rx)}" ry="${fixed(ry)}" fill="${paint.fill}" ${blend(mode)}/>`;
}

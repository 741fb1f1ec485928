import { clip, group, path } from "../kit/svg.ts";

/** Where the light falls from in every small picture: the upper left, so shadows lie at the lower right. */
const SHADOW_SHIFT = 14;

/** A flat shape with shadow and light shapes of its own, all cut to its outline. */
export const form = (outline: string, fill: string, ...inside: readonly string[]) =>
  path(outline, fill) + clip(outline, inside.join(""));

/** A shadow shape: hard enough to be a drawn one, see-through enough to keep what lies below. */
export const shadow = (d: string, color: string, opacity = 0.55) =>
  path(d, color, `opacity="${opacity}" filter="url(#soft)"`);

/** A lit shape. */
export const lit = (d: string, color: string, opacity = 0.7) =>
  path(d, color, `opacity="${opacity}" filter="url(#soft)"`);

/** The shadow that something drawn in front throws on what lies behind it. */
export const cast = (outline: string, opacity = 0.3) =>
  group(
    path(outline, "#3a1a2e", `opacity="${opacity}" filter="url(#soft)"`),
    `transform="translate(${SHADOW_SHIFT / 2} ${SHADOW_SHIFT})"`,
  );

/** What the shapes above refer to; once in each picture. */
export const smallDefs = (softness = 3) =>
  `<defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${softness}"/></filter></defs>`;

/** A whole small picture, `side` units square. */
export const picture = (inner: string, side = 400) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${smallDefs()}${inner}</svg>`;

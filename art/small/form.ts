import { clip, group, path } from "../kit/svg.ts";

/** Light comes from the upper left in every small picture. */
const SHADOW_SHIFT = 14;

/** A flat shape with its shadows and highlights, clipped to its outline. */
export const form = (outline: string, fill: string, ...inside: readonly string[]) =>
  path(outline, fill) + clip(outline, inside.join(""));

/** A shadow: crisp enough to look drawn, transparent enough to keep what's below. */
export const shadow = (d: string, color: string, opacity = 0.55) =>
  path(d, color, `opacity="${opacity}" filter="url(#soft)"`);

export const lit = (d: string, color: string, opacity = 0.7) =>
  path(d, color, `opacity="${opacity}" filter="url(#soft)"`);

/** The shadow cast by something in front. */
export const cast = (outline: string, opacity = 0.3) =>
  group(
    path(outline, "#3a1a2e", `opacity="${opacity}" filter="url(#soft)"`),
    `transform="translate(${SHADOW_SHIFT / 2} ${SHADOW_SHIFT})"`,
  );

/** Definitions for the shapes above; include them once per picture. */
export const smallDefs = (softness = 3) =>
  `<defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${softness}"/></filter></defs>`;

/** A whole small picture, `side` units wide and high. */
export const picture = (inner: string, side = 400) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${smallDefs()}${inner}</svg>`;

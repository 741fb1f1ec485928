import { clip, path } from "../kit/svg.ts";

/** A flat shape with its shadows and highlights, clipped to its outline. */
export const form = (outline: string, fill: string, ...inside: readonly string[]) =>
  path(outline, fill) + clip(outline, inside.join(""));

/** A shadow: crisp enough to look drawn, transparent enough to keep what's below. */
export const shadow = (d: string, color: string, opacity = 0.55) =>
  path(d, color, `opacity="${opacity}" filter="url(#soft)"`);

export const lit = (d: string, color: string, opacity = 0.7) =>
  path(d, color, `opacity="${opacity}" filter="url(#soft)"`);

/** Definitions for the shapes above; include them once per picture. */
const smallDefs = (softness = 3) =>
  `<defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${softness}"/></filter></defs>`;

/** A whole small picture, `side` units wide and high. */
export const picture = (inner: string, side = 400) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${smallDefs()}${inner}</svg>`;

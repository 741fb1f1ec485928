import type { Ramp } from "../kit/color.ts";

/** The same in every season: the mouse and its wine red, dark to light. */
export const FUR: Ramp = ["#2b1b1c", "#55382f", "#856047", "#b28560", "#dcb384", "#f7dcae"];
export const SKIN: Ramp = ["#6d2f31", "#a9575a", "#d98a80", "#f3b9a3", "#ffe0cc"];
export const WINE: Ramp = ["#2d0812", "#5e1226", "#8f2238", "#c04a52", "#e88a6e"];
export const INK = "#3a241f";
export const MOUTH = "#5a2f2a";
export const FRAME = "#4c2f12";
export const GOLD = "#f4c869";
/** The deepest shade: plum, never black. */
export const PLUM = "#33161c";

/** The scenes' colors in the few tones that a small picture can show. */
export const FUR = { base: "#cda67f", shade: "#94694f", deep: "#6b4638", light: "#f2d9ae", cream: "#f8e7c4" };
export const SKIN = { base: "#f0b09c", shade: "#b9656a", light: "#ffd9c2" };
export const EAR = { base: "#ee9c84", shade: "#a94f50", light: "#ffcfb2" };
export const WINE = { base: "#96253c", shade: "#5e1226", light: "#cf5560" };
export const GOLD = "#f1c25c";
export const FRAME = "#4c2f12";
export const INK = "#2a1512";
/** Every shadow is mixed from plum, never gray. */
export const PLUM = "#3a1a2e";

/** Base, shaded and lit tones. */
export type Tone = { readonly base: string; readonly shade: string; readonly light: string };

export const KNIT: Tone = { base: "#efe0bf", shade: "#b59a78", light: "#fff8e6" };
export const RED_BOOK: Tone = { base: "#a02c3c", shade: "#6a1528", light: "#d4635a" };
export const PURPLE_BOOK: Tone = { base: "#6a4fa0", shade: "#432f74", light: "#9a82cc" };
export const TEAL_BOOK: Tone = { base: "#1f8577", shade: "#125850", light: "#58b8a0" };
export const OCHRE_BOOK: Tone = { base: "#cf8a2b", shade: "#8f5516", light: "#f0bd62" };

/** Clothes that appear in several pictures. */
export const YELLOW_KNIT: Tone = { base: "#e6c25e", shade: "#a8802f", light: "#fbe7a0" };
export const GREEN_KNIT: Tone = { base: "#7f9a5c", shade: "#4c6238", light: "#b8cc8e" };
export const BLUE_KNIT: Tone = { base: "#5d86b4", shade: "#385a86", light: "#9dc0e2" };
export const DENIM: Tone = { base: "#7ba3cf", shade: "#4a6a9c", light: "#b4d0ec" };
export const CORDUROY: Tone = { base: "#7d6468", shade: "#4c3848", light: "#a98f8c" };

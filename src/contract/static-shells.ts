/** Members' pages, besides Home, that are painted before the app loads: each at its name's address. */
export const PAINTED_PAGES = ["shelf", "talk", "read"] as const;

/** Every static shell; `home-low` is Home with the low picture. */
export const STATIC_SHELLS = ["auth", "home", "home-low", ...PAINTED_PAGES] as const;

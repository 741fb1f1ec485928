import { atom } from "jotai";

import { applyTheme, storedTheme, type Theme, THEME_COOKIE } from "#web/lib/browser/theme.ts";

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

const chosenThemeAtom = atom<Theme | undefined>(undefined);

export const themeAtom = atom(
  (get) => get(chosenThemeAtom) ?? storedTheme(),
  (_get, set, theme: Theme) => {
    set(chosenThemeAtom, theme);
    applyTheme(theme);
    const secure = location.protocol === "https:" ? "; Secure" : "";
    const seconds = theme === "system" ? 0 : COOKIE_SECONDS;
    document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
  },
);

import { atom } from "jotai";

export type Theme = "system" | "light" | "dark";

/** A cookie, because the server writes the theme into the page: it then wears it from the first paint. */
const COOKIE = "theme";
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** The remembered choice; "system" where there is none or cookies are closed to the page. */
export function storedTheme(): Theme {
  const stored = new RegExp(`(?:^|; *)${COOKIE}=(light|dark)(?:;|$)`).exec(document.cookie)?.[1];
  return (stored as Theme | undefined) ?? "system";
}

/** Puts a theme on the page and on the bars around it. Without the attribute the style sheet follows the system. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset.scheme ?? "";
    if (theme === "system") meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = scheme === theme ? "all" : "not all";
  }
}

const chosenAtom = atom<Theme | undefined>(undefined);

/** Light, dark, or as the system says; setting it shows and remembers it. */
export const themeAtom = atom(
  (get) => get(chosenAtom) ?? storedTheme(),
  (_get, set, theme: Theme) => {
    set(chosenAtom, theme);
    applyTheme(theme);
    const secure = location.protocol === "https:" ? "; Secure" : "";
    const seconds = theme === "system" ? 0 : COOKIE_SECONDS;
    document.cookie = `${COOKIE}=${theme}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
  },
);

import { atom } from "jotai";

export type Theme = "system" | "light" | "dark";

/** A cookie, so the server can apply it before the first paint. */
const COOKIE = "theme";
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** "system" without a choice or cookies. */
export function storedTheme(): Theme {
  const stored = new RegExp(`(?:^|; *)${COOKIE}=(light|dark)(?:;|$)`).exec(document.cookie)?.[1];
  return (stored as Theme | undefined) ?? "system";
}

/** Without the attribute the style sheet follows the system. */
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

/** Setting it applies and remembers it. */
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

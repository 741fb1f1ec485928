import { atom } from "jotai";

export type Theme = "system" | "light" | "dark";

const KEY = "theme";
const themes: readonly string[] = ["system", "light", "dark"] satisfies Theme[];
const isTheme = (value: unknown): value is Theme => typeof value === "string" && themes.includes(value);

/** The remembered choice; "system" where there is none or storage is closed to the page. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return isTheme(stored) ? stored : "system";
  } catch {
    return "system";
  }
}

/** Puts a theme on the page. Without the attribute the style sheet follows the system. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

const chosenAtom = atom<Theme | undefined>(undefined);

/** Light, dark, or as the system says; setting it shows and remembers it. */
export const themeAtom = atom(
  (get) => get(chosenAtom) ?? storedTheme(),
  (_get, set, theme: Theme) => {
    set(chosenAtom, theme);
    applyTheme(theme);
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // Private windows may refuse storage: the choice then lasts until the page is left.
    }
  },
);

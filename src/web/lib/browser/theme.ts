export type Theme = "system" | "light" | "dark";

/** A cookie, so that the server can apply it before the first paint. */
export const THEME_COOKIE = "theme";

/** "system" without a choice or cookies. */
export function storedTheme(): Theme {
  const stored = /(?:^|; *)theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1];
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

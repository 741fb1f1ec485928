export type Theme = "system" | "light" | "dark";

export const THEME_COOKIE = "theme";

export function storedTheme(): Theme {
  const cookieTheme = /(?:^|; *)theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1];
  return (cookieTheme as Theme | undefined) ?? "system";
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset.scheme ?? "";
    if (theme === "system") meta.media = `(prefers-color-scheme: ${scheme})`;
    else meta.media = scheme === theme ? "all" : "not all";
  }
}

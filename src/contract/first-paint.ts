// What the build draws, the server puts into the page, and the app takes over (decision 0026).

/** Members' pages, besides Home, that are seen before the app loads: each at its name's address. */
export const DRAWN_PAGES = ["shelf", "talk", "read"] as const;

/** Every drawing. The sign-in page is the app's own markup; the others are pictures. */
export const DRAWINGS = ["auth", "home", ...DRAWN_PAGES] as const;
export type Drawing = (typeof DRAWINGS)[number];

/** In drawings, the server replaces these with the club's name, its first year and the book's title. */
export const PLACEHOLDERS = { name: "{club name}", since: "{club since}", title: "{book title}" } as const;

/** Around what applies to one visit only. The service worker stores the page without it. */
export const VISIT_MARKERS = ["<!--visit-->", "<!--/visit-->"] as const;
export const VISIT_PART = /<!--visit-->[^]*?<!--\/visit-->/g;

/**
 * A script in the sign-in page, before the app's own: marks the button that was pressed last, also by Enter, and lets
 * it say `data-early`. The app presses it again (`app/first-paint/early-press.ts`).
 */
export const EARLY_PRESS = `onclick = ({ target }) => {
  const button = target.closest("#root button");
  if (!button) return;
  const before = document.querySelector("[data-pressed]");
  if (before) before.textContent = before.dataset.pressed;
  before?.removeAttribute("data-pressed");
  button.dataset.pressed = button.textContent;
  if (button.dataset.early) button.textContent = button.dataset.early;
}`;

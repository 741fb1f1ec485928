// What the build draws of the sign-in page, the server puts into the page, and the app takes over (decision 0026).

/** In the drawing, the server replaces these with the club's name and its first year. */
export const PLACEHOLDERS = { name: "{club name}", since: "{club since}" } as const;

/** Around what applies to visitors only. The service worker stores the page without it. */
export const VISIT_MARKERS = ["<!--visit-->", "<!--/visit-->"] as const;
export const VISIT_PART = /<!--visit-->[^]*?<!--\/visit-->/g;

/**
 * A script in the sign-in page, before the app's own: marks the button that was pressed last, also by Enter, and lets
 * it say `data-early`. The app presses it again (`app/first-paint/replay-early-click.ts`).
 */
export const EARLY_CLICK_SCRIPT = `onclick = ({ target }) => {
  const button = target.closest("#root button");
  if (!button) return;
  const before = document.querySelector("[data-pressed]");
  if (before) before.textContent = before.dataset.pressed;
  before?.removeAttribute("data-pressed");
  button.dataset.pressed = button.textContent;
  if (button.dataset.early) button.textContent = button.dataset.early;
}`;

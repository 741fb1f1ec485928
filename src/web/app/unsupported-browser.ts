/**
 * Shows the page for browsers below the floor of BEYOND 9: Safari has `registerProperty` since 16.4, Firefox since 128.
 * Those that may not even parse this script get it by app.css. @returns whether it is one
 */
export function blockUnsupportedBrowser(): boolean {
  if ("registerProperty" in CSS && CSS.supports("color", "color-mix(in lab, red, red)")) return false;
  for (const id of ["root", "not-started"]) document.getElementById(id)?.remove();
  document.getElementById("old-browser")?.removeAttribute("hidden");
  return true;
}

/**
 * Whether the browser is below the floor of BEYOND 9. The first test is Safari 16.4 and Firefox 128, the second
 * Chrome 111. Written for browsers that know nothing newer than ES5.
 */
export function isOldBrowser(): boolean {
  const css: { registerProperty?: unknown; supports?: unknown } | undefined = window.CSS;
  return !css || !css.registerProperty || !css.supports || !CSS.supports("color", "color-mix(in lab, red, red)");
}

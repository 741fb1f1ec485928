/** The oldest supported versions (BEYOND 9), by MDN's names of browsers. Tailwind 4 needs them. */
export const MIN_BROWSER_VERSIONS = {
  safari: 16.4,
  safari_ios: 16.4,
  firefox: 128,
  firefox_android: 128,
  chrome: 111,
  chrome_android: 111,
} as const;

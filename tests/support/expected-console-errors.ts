/** Errors that pages log although nothing is wrong, each with its reason. Any other one fails the test. */
const EXPECTED: readonly { error: RegExp; why: string }[] = [
  { error: /Failed to load resource/, why: "Chromium logs every answer above 399; journeys provoke them" },
  { error: /A ServiceWorker intercepted the request/, why: "Firefox logs what a page that is left was still loading" },
  {
    error: /(?:Fetch API cannot load .*|Cannot load \S*sw\.js) due to access control|sw\.js load failed/,
    why: "so does WebKit, of calls and of the service worker",
  },
  { error: /Cache API operation failed: Context is stopped/, why: "WebKit logs what a page that is left was reading" },
  { error: /storage does not answer/, why: "WebKit's takes longer than two seconds on a busy machine" },
  {
    error: /Failed to (?:save the position|fetch progress) JSHandle@error/,
    why: "Firefox cancels a page's calls before it says pagehide",
  },
  { error: /Image corrupt or truncated/, why: "Firefox logs an image that a page was still loading when it was left" },
  { error: /Iframe page loading is disabled/, why: "happy-dom, which component tests use, loads no frames" },
  { error: /Signed out: |ApiError: 401: /, why: "SPEC 8 has the end of a session logged, and journeys end some" },
];

/** Errors that pages log while the server can't be reached, in each engine's words, for journeys without a network. */
export const UNREACHABLE =
  /A link failed|Failed to save the position|Load failed|NetworkError|Failed to fetch|access control checks|Could not connect|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|data source error|Format error|download ended early|passed an Error Response/;

/** The player's errors for audio that it can't load. */
export const UNHEARD = /Failed to decode the audiobook/;

export const isExpected = (error: string): boolean => EXPECTED.some((one) => one.error.test(error));

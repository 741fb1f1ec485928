/**
 * For hooks and handlers that are called often and return no promise. Elysia guesses from their source whether they are
 * async, takes most minified ones for it and answers in a later turn; a bound function shows no source. For the same
 * reason it doesn't see what they use: `query`, `headers` and `cookie` would be missing.
 */
export function synchronous<Given extends unknown[], Result>(run: (...given: Given) => Result) {
  return run.bind(null);
}

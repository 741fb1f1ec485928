/** Calls that answer with a list; ids are stars. The routes' schemas say the same: tests/answers.test.ts. */
export const LIST_CALLS: ReadonlySet<string> = new Set([
  "GET /api/audiobook-progress/history",
  "GET /api/audit",
  "GET /api/bookmarks",
  "GET /api/books",
  "GET /api/books/search",
  "GET /api/invitations",
  "GET /api/meetings",
  "GET /api/meetings/*/unanswered",
  "GET /api/months",
  "GET /api/nominations",
  "GET /api/posts",
  "GET /api/profile/passkeys",
  "GET /api/profile/sessions",
  "GET /api/reading-progress/history",
  "GET /api/shelf",
  "GET /api/users",
  "GET /api/wines",
]);

/** Calls that may answer null; all others answer with an object. */
export const NULLABLE_CALLS: ReadonlySet<string> = new Set([
  "GET /api/books/current",
  "GET /api/meetings/current",
  "GET /api/polls/current",
  "GET /api/shelf/import",
]);

/**
 * An answer as it is, or undefined without one.
 * @throws TypeError for null, a list or an object where the call has none
 */
export function checkAnswer(method: string, path: string, answer: unknown): unknown {
  const call = `${method} ${(path.split("?")[0] ?? path).replaceAll(/\/\d+(?=\/|$)/g, "/*")}`;
  if (answer === undefined || (answer === null && NULLABLE_CALLS.has(call))) return answer;
  if (typeof answer !== "object" || answer === null || Array.isArray(answer) !== LIST_CALLS.has(call))
    throw new TypeError(`${call} was answered with something else`);
  return answer;
}

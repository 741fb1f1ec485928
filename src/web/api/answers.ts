import { lists, nullable } from "./answer-kinds.json" with { type: "json" };

/**
 * An answer as it is, or undefined without one. `bun run api` takes from the routes which calls answer with a list, and
 * which may answer null; all others answer with an object.
 * @throws TypeError for null, a list or an object where the call has none
 */
export function checkAnswer(method: string, path: string, answer: unknown): unknown {
  const call = `${method} ${(path.split("?")[0] ?? path).replaceAll(/\/\d+(?=\/|$)/g, "/*")}`;
  if (answer === undefined || (answer === null && nullable.includes(call))) return answer;
  if (typeof answer !== "object" || answer === null || Array.isArray(answer) !== lists.includes(call))
    throw new TypeError(`${call} was answered with something else`);
  return answer;
}

import { isExpected } from "./expected-console-errors.ts";

let logged: string[] = [];
let expected: RegExp[] = [];

/** Stores what is logged as an error from here on, for `takeUnexpected`. */
export function watchErrors(): void {
  console.error = (...parts: unknown[]) => void logged.push(parts.map(describe).join(" "));
}

/** Until the test ends, the page may log such errors. */
export function expectErrors(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** What was logged since the last call and is expected neither by the test nor everywhere. */
export function takeUnexpected(): string[] {
  const found = logged.filter((error) => !isExpected(error) && !expected.some((pattern) => pattern.test(error)));
  [logged, expected] = [[], []];
  return found;
}

function describe(part: unknown): string {
  if (part instanceof Error) return `${part.name}: ${part.message}`;
  return typeof part === "string" ? part : Bun.inspect(part);
}

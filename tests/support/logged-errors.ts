import { isExpected } from "./expected-console-errors.ts";

let logged: string[] = [];
let expected: RegExp[] = [];

/** Records logged errors from here on, for `takeUnexpected`. */
export function watchErrors(): void {
  console.error = (...parts: unknown[]) => void logged.push(parts.map(describe).join(" "));
}

/** Allows the page to log such errors until the test ends. */
export function expectErrors(...patterns: RegExp[]): void {
  expected.push(...patterns);
}

/** Errors logged since the last call that neither the test nor the list for all tests expects. */
export function takeUnexpected(): string[] {
  const unexpected = logged.filter((error) => !isExpected(error) && !expected.some((pattern) => pattern.test(error)));
  [logged, expected] = [[], []];
  return unexpected;
}

function describe(part: unknown): string {
  if (part instanceof Error) return `${part.name}: ${part.message}`;
  return typeof part === "string" ? part : Bun.inspect(part);
}

import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Handler } from "#server/handler.ts";

type Described = { requestBody?: object; responses: Record<string, object> };

/** Answers of the running test that docs/api.json doesn't name; `tests/setup.ts` looks after each test. */
const found = new Set<string>();
let addresses: ReturnType<typeof readAddresses> | null = null;

/** The same handler; what it answers is compared with the API's description. */
export function watched(handler: Handler): Handler {
  return {
    ...handler,
    fetch: (request, server) => {
      const note = (answer: Response) => {
        noteUndescribed(request, answer);
        return answer;
      };
      const answer = handler.fetch(request, server);
      return answer instanceof Response ? note(answer) : answer.then(note);
    },
  };
}

/** What was noted since the last time. */
export function takeUndescribed(): string[] {
  const taken = [...found];
  found.clear();
  return taken;
}

/** Those with fewer parameters first, as the server tries them. */
function readAddresses() {
  const text = readFileSync(join(import.meta.dir, "../../docs/api.json"), "utf8");
  const { paths }: { paths: Record<string, Record<string, Described>> } = JSON.parse(text);
  return Object.entries(paths)
    .map(([path, calls]) => ({ calls, ...patternOf(path) }))
    .toSorted((one, other) => one.names - other.names);
}

function patternOf(path: string): { regex: RegExp; names: number } {
  const names = path.match(/\{/g)?.length ?? 0;
  const parts = path
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? RegExp.escape(part) : part === "path" ? ".+" : "[^/]+"));
  return { regex: new RegExp(`^${parts.join("")}$`), names };
}

/** Addresses that the description lacks have a test of their own, a body where none is taken isn't its matter. */
function noteUndescribed({ method, url, body }: Request, { status }: Response): void {
  addresses ??= readAddresses();
  // a wrong Host header leaves no address
  const pathname = URL.parse(url)?.pathname ?? "";
  const name = method.toLowerCase();
  const call = addresses.find(({ calls, regex }) => name in calls && regex.test(pathname))?.calls[name];
  // 5XX stands for all of them
  if (!call || String(status) in call.responses || status >= 500) return;
  if (!call.requestBody && body !== null && [413, 415, 422, 429].includes(status)) return;
  found.add(`${method} ${pathname} answered ${status}, which its route doesn't say (docs/api.md).`);
}

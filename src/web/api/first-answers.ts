import type { QueryClient } from "@tanstack/react-query";

import { pageCalls } from "./request.ts";

const PATIENCE_MS = 1000;

let answers: Promise<unknown> = Promise.resolve();

/** Fetches what the page at `path` shows, while its code and the session still load. */
export function prefetch(client: QueryClient, path: string): void {
  answers = Promise.all(pageCalls(path).map((call) => client.prefetchQuery({ queryKey: [call] })));
}

/** Settles with the prefetched answers, or after a second, so that the page is laid out only once. */
export function firstAnswers(): Promise<unknown> {
  return Promise.race([answers, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

/** Upper bounds of the duration histogram, in seconds. */
export const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10] as const;

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** Durations of one route. `buckets[i]`: how many took at most `BUCKETS[i]` seconds and more than the bound before. */
export type Durations = { count: number; sum: number; buckets: number[] };

export type RequestCounts = ReturnType<typeof createRequestCounts>;

/** Counts requests by route pattern, so that neither ids nor made-up addresses add lines. */
export function createRequestCounts() {
  // the one call that is answered before the routes are known
  let routeOf = createMatcher(["/api/health"]);
  const requests = new Map<string, { method: string; route: string; status: string; count: number }>();
  const durations = new Map<string, Durations>();
  const inProgress = { all: 0, uploads: 0 };

  return {
    requests,
    durations,
    inProgress,
    /** @param patterns paths as the routes are registered, e.g. `/api/books/:id`; before, nearly all are `/api/(other)` */
    knowRoutes: (patterns: readonly string[]) => {
      routeOf = createMatcher([...new Set(patterns)]);
    },
    /** Notes that a request begins. @returns what notes its end */
    begin: (method: string, path: string): ((status: number, seconds: number) => void) => {
      const isUpload = path.startsWith("/api/upload/");
      inProgress.all += 1;
      if (isUpload) inProgress.uploads += 1;
      return (status, seconds) => {
        inProgress.all -= 1;
        if (isUpload) inProgress.uploads -= 1;
        const route = routeOf(path);
        const label = {
          method: METHODS.has(method) ? method : "other",
          route,
          status: `${Math.floor(status / 100)}xx`,
        };
        const key = `${label.method} ${label.status} ${route}`;
        const request = requests.get(key) ?? { ...label, count: 0 };
        request.count += 1;
        requests.set(key, request);
        observe(durations, route, seconds);
      };
    },
  };
}

function observe(durations: Map<string, Durations>, route: string, seconds: number): void {
  const of = durations.get(route) ?? { count: 0, sum: 0, buckets: BUCKETS.map(() => 0) };
  of.count += 1;
  of.sum += seconds;
  const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
  if (bucket >= 0) of.buckets[bucket] = (of.buckets[bucket] ?? 0) + 1;
  durations.set(route, of);
}

function createMatcher(patterns: readonly string[]): (path: string) => string {
  const plain = new Set(patterns.filter((pattern) => !pattern.includes(":")));
  const others = patterns
    .filter((pattern) => pattern.includes(":"))
    .map((pattern) => ({ pattern, test: new RegExp(`^${pattern.replaceAll(/:[^/]+/g, "[^/]+")}/?$`) }));
  return (path) => {
    if (plain.has(path)) return path;
    if (path.startsWith("/api")) return others.find(({ test }) => test.test(path))?.pattern ?? "/api/(other)";
    if (path.startsWith("/assets/") || path.startsWith("/images/")) return path.slice(0, 8);
    return path === "/metrics" ? path : "(page)";
  };
}

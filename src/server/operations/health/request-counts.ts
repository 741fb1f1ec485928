export const DURATION_BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10] as const;

const COUNTED_METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/** `buckets[i]` counts durations of at most `DURATION_BUCKETS[i]` seconds and more than the bound before. */
type DurationHistogram = { count: number; sum: number; buckets: number[] };

/** `requests` counts status classes by method; index 2 is 2xx. */
export type RouteCounts = { route: string; durations: DurationHistogram; requests: Map<string, number[]> };

export type RequestCounts = ReturnType<typeof createRequestCounts>;

/** Counts by route pattern, so that ids and unknown paths don't add metrics. */
export function createRequestCounts() {
  // the first request arrives before the routes are loaded
  let matchPattern = createMatcher(["/api/health"]);
  const routes = new Map<string, RouteCounts>();
  const inProgress = { all: 0, uploads: 0 };

  const getCounts = (pattern: string): RouteCounts => {
    const existingCounts = routes.get(pattern);
    if (existingCounts) return existingCounts;
    const durations = { count: 0, sum: 0, buckets: DURATION_BUCKETS.map(() => 0) };
    const newCounts = { route: pattern, durations, requests: new Map<string, number[]>() };
    routes.set(pattern, newCounts);
    return newCounts;
  };

  return {
    routes,
    inProgress,
    /** @param patterns for example `/api/books/:id` */
    setRoutes: (patterns: readonly string[]) => {
      matchPattern = createMatcher([...new Set(patterns)]);
    },
    begin: (path: string): void => {
      inProgress.all += 1;
      if (isUploadPath(path)) inProgress.uploads += 1;
    },
    end: (method: string, path: string, status: number, seconds: number): void => {
      inProgress.all -= 1;
      if (isUploadPath(path)) inProgress.uploads -= 1;
      const { durations, requests } = getCounts(matchPattern(path));
      incrementStatus(requests, COUNTED_METHODS.has(method) ? method : "other", Math.floor(status / 100));
      addDuration(durations, seconds);
    },
  };
}

function isUploadPath(path: string): boolean {
  return path.startsWith("/api/upload/");
}

function incrementStatus(requests: RouteCounts["requests"], method: string, statusClass: number): void {
  const counts = requests.get(method) ?? [0, 0, 0, 0, 0, 0];
  counts[statusClass] = (counts[statusClass] ?? 0) + 1;
  requests.set(method, counts);
}

function addDuration(durations: DurationHistogram, seconds: number): void {
  durations.count += 1;
  durations.sum += seconds;
  const bucket = DURATION_BUCKETS.findIndex((bound) => seconds <= bound);
  if (bucket >= 0) durations.buckets[bucket] = (durations.buckets[bucket] ?? 0) + 1;
}

function createMatcher(patterns: readonly string[]): (path: string) => string {
  const exactPatterns = new Set(patterns.filter((pattern) => !/[:*]/.test(pattern)));
  const parameterPatterns = patterns
    .filter((pattern) => /[:*]/.test(pattern))
    .map((pattern) => ({
      pattern,
      test: new RegExp(`^${pattern.replaceAll(/:[^/]+/g, "[^/]+").replace("*", ".*")}/?$`),
    }));
  return (path) => {
    if (exactPatterns.has(path)) return path;
    if (path.startsWith("/api"))
      return parameterPatterns.find(({ test }) => test.test(path))?.pattern ?? "/api/(other)";
    if (path.startsWith("/assets/") || path.startsWith("/images/")) return path.slice(0, 8);
    return path === "/metrics" ? path : "(page)";
  };
}

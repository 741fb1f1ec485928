import { timingSafeEqual } from "node:crypto";
import { readdirSync } from "node:fs";

import type { Server } from "bun";

import { sessionLimits } from "#server/access/sessions.ts";
import { hashToken } from "#server/adapters/secrets.ts";
import { type Config, VERSION } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { readRecord } from "#server/operations/backups/backup-status.ts";
import type { BucketInventory } from "#server/storage/media.ts";
import { findMissingOrTruncatedFiles } from "#server/storage/stored-files.ts";

import {
  BUCKETS,
  type Durations,
  LAG_BUCKETS,
  type LoopLag,
  type RequestCounts,
  type RouteCounts,
} from "./request-counts.ts";

/** The bucket isn't listed for every scrape, so files that aren't on the disk are assumed to be in it. */
const notAsked = (deps: Deps): BucketInventory => ({ sizes: new Map(), fault: deps.config.s3 && "not asked" });

type Labels = Record<string, string | number>;
type Sample = { name?: string; labels?: Labels; value: number };

/** Prometheus text format, without members' names. */
export async function renderMetrics(deps: Deps, { routes, inProgress }: RequestCounts, lag: LoopLag): Promise<string> {
  const { last, lastGoodAt } = await readRecord(deps.disk.absolute("backups"));
  const counts = deps.stores.count(sessionLimits(deps.clock.now()));
  const cpu = process.cpuUsage();
  return [
    family("bookclub_info", "gauge", "The running program.", [{ labels: { version: VERSION }, value: 1 }]),
    family(
      "bookclub_http_requests_total",
      "counter",
      "Requests by route and class of status.",
      [...routes.values()].flatMap(requestsOf),
    ),
    family(
      "bookclub_http_request_duration_seconds",
      "histogram",
      "Time until an answer began.",
      [...routes.values()].flatMap(histogramOf),
    ),
    family(
      "bookclub_event_loop_lag_seconds",
      "histogram",
      "How late timers ran, because something held the event loop.",
      histogram("bookclub_event_loop_lag_seconds", {}, lag.durations, LAG_BUCKETS),
    ),
    gauge("bookclub_http_requests_in_progress", "Requests in progress.", inProgress.all),
    gauge("bookclub_uploads_in_progress", "Uploads in progress.", inProgress.uploads),
    gauge("bookclub_members", "Members and admins.", counts.members),
    gauge("bookclub_sessions", "Active sessions.", counts.sessions),
    gauge("bookclub_books", "Books.", counts.books),
    gauge("bookclub_posts", "Posts on the board.", counts.posts),
    family(
      "bookclub_mails",
      "gauge",
      "Emails by state.",
      ["queued", "sending", "sent", "failed", "unknown"].map((state) => ({
        labels: { state },
        value: counts.mails[state] ?? 0,
      })),
    ),
    family("bookclub_push_browsers", "gauge", "Browsers by what their service did with the last notification.", [
      { labels: { state: "ok" }, value: counts.browsers - counts.refusing },
      { labels: { state: "refused" }, value: counts.refusing },
    ]),
    gauge("bookclub_ereader_books_refused", "EBooks that didn't go out to eReaders.", counts.refusedBooks),
    gauge("bookclub_storage_free_bytes", "Free disk space for the club.", await deps.disk.freeBytes()),
    gauge("bookclub_database_log_bytes", "Size of the write-ahead log.", deps.stores.logBytes()),
    gauge(
      "bookclub_files_lost",
      "Files that are missing or cut short.",
      (await findMissingOrTruncatedFiles(deps, notAsked(deps))).length,
    ),
    ...(lastGoodAt === null
      ? []
      : [
          gauge("bookclub_backup_last_success_timestamp_seconds", "Time of the last good backup.", seconds(lastGoodAt)),
        ]),
    gauge("bookclub_backup_ok", "1 unless the last backup failed or lacks files.", last?.outcome === "whole" ? 1 : 0),
    gauge("process_resident_memory_bytes", "Memory in use.", process.memoryUsage.rss()),
    family("process_cpu_seconds_total", "counter", "Processor time used.", [
      { value: (cpu.user + cpu.system) / 1_000_000 },
    ]),
    gauge("process_start_time_seconds", "When the program started.", Math.round(Date.now() / 1000 - process.uptime())),
    ...openFiles().map((count) => gauge("process_open_fds", "Open files and connections.", count)),
    "",
  ].join("\n");
}

function gauge(name: string, help: string, value: number): string {
  return family(name, "gauge", help, [{ value }]);
}

function family(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map((sample) => `${sample.name ?? name}${labelled(sample.labels)} ${sample.value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join("\n");
}

function requestsOf({ route, requests }: RouteCounts): Sample[] {
  return [...requests].flatMap(([method, counts]) =>
    counts.flatMap((value, status) => (value > 0 ? { labels: { method, route, status: `${status}xx` }, value } : [])),
  );
}

function histogramOf({ route, durations }: RouteCounts): Sample[] {
  return histogram("bookclub_http_request_duration_seconds", { route }, durations, BUCKETS);
}

function histogram(
  name: string,
  labels: Labels,
  { count, sum, buckets }: Durations,
  bounds: readonly number[],
): Sample[] {
  let below = 0;
  return [
    ...bounds.map((le, index) => ({
      name: `${name}_bucket`,
      labels: { ...labels, le },
      value: (below += buckets[index] ?? 0),
    })),
    { name: `${name}_bucket`, labels: { ...labels, le: "+Inf" }, value: count },
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ];
}

function labelled(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(String(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escape(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function seconds(iso: string): number {
  return Math.round(Date.parse(iso) / 1000);
}

function openFiles(): number[] {
  try {
    return [readdirSync("/proc/self/fd").length];
  } catch {
    return [];
  }
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_NAME = /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/;
/** Set by proxies on forwarded requests. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * With METRICS_TOKEN; without one only from this machine, and only for a club that isn't public: a public one has a
 * proxy, which may run here and forward anyone's call as its own. @throws AppError signed-out, not-found
 */
export function requireMetricsAccess(
  request: Request,
  server: Server<unknown> | null,
  { metricsToken, publicUrl, trustedProxies }: Pick<Config, "metricsToken" | "publicUrl" | "trustedProxies">,
): void {
  if (metricsToken !== null) {
    const [scheme, token = ""] = (request.headers.get("authorization") ?? "").split(" ");
    if (scheme?.toLowerCase() === "bearer" && timingSafeEqual(hashToken(token), hashToken(metricsToken))) return;
    throw new AppError("signed-out", "Send the METRICS_TOKEN as a bearer token.");
  }
  const isPublic = trustedProxies !== null || (publicUrl !== null && !LOCAL_NAME.test(new URL(publicUrl).hostname));
  const isLocal =
    !isPublic &&
    LOOPBACK.test(server?.requestIP(request)?.address ?? "") &&
    LOCAL_NAME.test(new URL(request.url).hostname) &&
    !FORWARDED.some((name) => request.headers.has(name));
  if (!isLocal) throw new AppError("not-found", "Nothing here.");
}

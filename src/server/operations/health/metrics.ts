import { timingSafeEqual } from "node:crypto";
import { readdirSync } from "node:fs";

import type { Server } from "bun";

import { getSessionCutoffs } from "#server/access/sessions.ts";
import { hashToken } from "#server/adapters/secrets.ts";
import { type Config, VERSION } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { readRecord } from "#server/operations/backups/backup-status.ts";
import type { BucketInventory } from "#server/storage/media.ts";
import { findMissingOrTruncatedFiles } from "#server/storage/stored-files.ts";

import { DURATION_BUCKETS, type RequestCounts, type RouteCounts } from "./request-counts.ts";

/** Listing the bucket for every scrape would be expensive. */
const skipBucketListing = (deps: Deps): BucketInventory => ({ sizes: new Map(), error: deps.config.s3 && "not asked" });

type Labels = Record<string, string | number>;
type Sample = { name?: string; labels?: Labels; value: number };

/** Prometheus text format, without members' names. */
export async function renderMetrics(deps: Deps, { routes, inProgress }: RequestCounts): Promise<string> {
  const { last, lastGoodAt } = await readRecord(deps.disk.absolute("backups"));
  const counts = deps.stores.count(getSessionCutoffs(deps.clock.now()));
  const lastGoodMs = lastGoodAt === null ? null : Date.parse(lastGoodAt);
  const lostFiles = await findMissingOrTruncatedFiles(deps, skipBucketListing(deps));
  const cpu = process.cpuUsage();
  const startedMs = Date.now() - process.uptime() * 1000;
  return [
    formatFamily("bookclub_info", "gauge", "The running program.", [{ labels: { version: VERSION }, value: 1 }]),
    formatFamily(
      "bookclub_http_requests_total",
      "counter",
      "Requests by route and class of status.",
      [...routes.values()].flatMap(toRequestSamples),
    ),
    formatFamily(
      "bookclub_http_request_duration_seconds",
      "histogram",
      "Time until the response began.",
      [...routes.values()].flatMap(toDurationSamples),
    ),
    formatGauge("bookclub_http_requests_in_progress", "Requests in progress.", inProgress.all),
    formatGauge("bookclub_uploads_in_progress", "Uploads in progress.", inProgress.uploads),
    formatGauge("bookclub_members", "Members and admins.", counts.members),
    formatGauge("bookclub_sessions", "Active sessions.", counts.sessions),
    formatGauge("bookclub_books", "Books.", counts.books),
    formatGauge("bookclub_posts", "Posts on the board.", counts.posts),
    formatFamily(
      "bookclub_mails",
      "gauge",
      "Emails by state.",
      ["queued", "sending", "sent", "failed", "unknown"].map((state) => ({
        labels: { state },
        value: counts.mails[state] ?? 0,
      })),
    ),
    formatFamily("bookclub_push_browsers", "gauge", "Browsers by what their service did with the last notification.", [
      { labels: { state: "ok" }, value: counts.browsers - counts.refusingBrowsers },
      { labels: { state: "refused" }, value: counts.refusingBrowsers },
    ]),
    formatGauge("bookclub_ereader_books_refused", "EBooks that weren't sent to eReaders.", counts.refusedBooks),
    formatGauge("bookclub_storage_free_bytes", "Free disk space for the club.", await deps.disk.freeBytes()),
    formatGauge("bookclub_database_log_bytes", "Size of the write-ahead log.", deps.stores.walBytes()),
    formatGauge("bookclub_files_lost", "Files that are missing or truncated.", lostFiles.length),
    formatTime("bookclub_backup_last_success_timestamp_seconds", "Time of the last good backup.", lastGoodMs),
    formatGauge("bookclub_backup_ok", "1 unless the last backup failed or lacks files.", last?.outcome === "whole"),
    formatGauge("process_resident_memory_bytes", "Memory in use.", process.memoryUsage.rss()),
    formatFamily("process_cpu_seconds_total", "counter", "Processor time used.", [
      { value: (cpu.user + cpu.system) / 1_000_000 },
    ]),
    formatTime("process_start_time_seconds", "When the program started.", startedMs),
    formatGauge("process_open_fds", "Open files and connections.", countOpenFiles()),
    "",
  ]
    .filter((family) => family !== null)
    .join("\n");
}

/** Null without a value. */
function formatGauge(name: string, help: string, value: number | boolean | null): string | null {
  return value === null ? null : formatFamily(name, "gauge", help, [{ value: Number(value) }]);
}

const formatTime = (name: string, help: string, ms: number | null) =>
  formatGauge(name, help, ms === null ? null : Math.round(ms / 1000));

function formatFamily(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map((sample) => `${sample.name ?? name}${formatLabels(sample.labels)} ${sample.value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join("\n");
}

function toRequestSamples({ route, requests }: RouteCounts): Sample[] {
  return [...requests].flatMap(([method, counts]) =>
    counts.flatMap((value, status) => (value > 0 ? { labels: { method, route, status: `${status}xx` }, value } : [])),
  );
}

function toDurationSamples({ route, durations: { count, sum, buckets } }: RouteCounts): Sample[] {
  const name = "bookclub_http_request_duration_seconds";
  let cumulativeCount = 0;
  return [
    ...DURATION_BUCKETS.map((le, index) => ({
      name: `${name}_bucket`,
      labels: { route, le },
      value: (cumulativeCount += buckets[index] ?? 0),
    })),
    { name: `${name}_bucket`, labels: { route, le: "+Inf" }, value: count },
    { name: `${name}_sum`, labels: { route }, value: sum },
    { name: `${name}_count`, labels: { route }, value: count },
  ];
}

function formatLabels(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function countOpenFiles(): number | null {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return null;
  }
}

const LOOPBACK_ADDRESS = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/;
const FORWARDED_HEADERS = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Requires METRICS_TOKEN. Without one, only allows this machine, and only without PUBLIC_URL: a public server has a
 * proxy, which may run here and forward any request as its own. @throws AppError signed-out, not-found
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
  const isForwarded = trustedProxies !== null || (publicUrl !== null && !LOCAL_HOST.test(new URL(publicUrl).hostname));
  const isLocal =
    !isForwarded &&
    LOOPBACK_ADDRESS.test(server?.requestIP(request)?.address ?? "") &&
    LOCAL_HOST.test(new URL(request.url).hostname) &&
    !FORWARDED_HEADERS.some((name) => request.headers.has(name));
  if (!isLocal) throw new AppError("not-found", "Nothing here.");
}

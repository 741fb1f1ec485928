import type { OnProgress } from "#server/operations/backups/create-backup.ts";

const EVERY_MS = 200;
const CLEAR_LINE = "\r\u001b[K";

/** Progress on one terminal line; nothing when standard error is a file or pipe. */
export function createProgress(what: string): { onProgress: OnProgress; end: () => void } {
  if (process.stderr.isTTY !== true) return { onProgress: () => {}, end: () => {} };
  let last = 0;
  return {
    onProgress: (done, total) => {
      const now = Date.now();
      if (now - last < EVERY_MS) return;
      last = now;
      const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
      process.stderr.write(`${CLEAR_LINE}${what}: ${percent} % of ${formatBytes(total)}`);
    },
    end: () => process.stderr.write(CLEAR_LINE),
  };
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}

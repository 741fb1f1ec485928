import { startClub } from "./executable.ts";

const library = [...new Bun.Glob("/usr/lib/*/faketime/libfaketime.so.1").scanSync({ onlyFiles: false })][0] ?? "";
export const hasFakeClock = library !== "";
if (!hasFakeClock) console.log("skipped where the clock has to be another: Debian's package faketime is not there");

/** Starts the club's executable at another time; its clock continues from there. @param now ISO-8601 */
export function clubAt(now: string, storageDir: string, environment: Record<string, string> = {}) {
  const seconds = Math.round((Date.parse(now) - Date.now()) / 1000);
  const clock = {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  return startClub({ storageDir, environment: { LOG_LEVEL: "warn", NIGHTLY_BACKUP: "off", ...environment, ...clock } });
}

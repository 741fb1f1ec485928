/** The same test as by day, with twenty-five times as many histories. */
export const HISTORY_COUNT = "1000000";

Bun.env["HISTORIES"] = HISTORY_COUNT;
await import("../progress.test.ts");
await import("../paper-positions.test.ts");

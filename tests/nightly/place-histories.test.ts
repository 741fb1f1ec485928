/** The same test as by day, with twenty-five times as many histories. */
export const HISTORIES = "1000000";

Bun.env["HISTORIES"] = HISTORIES;
await import("../places.test.ts");
await import("../paper-places.test.ts");

/** The daily test, over five times as many histories. */
export const HISTORIES = "10000";

Bun.env["HISTORIES"] = HISTORIES;
await import("../listening.test.ts");

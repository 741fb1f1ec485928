import { Type } from "@sinclair/typebox";

/** A month in the club's zone, yyyy-MM. */
export const Month = Type.RegExp(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: "The month must be like 2026-01" });

/** The month that lies `by` months after `month`. Both yyyy-MM. */
export function monthAfter(month: string, by: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

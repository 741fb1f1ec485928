import { Type } from "@sinclair/typebox";

/** A month in the club's zone, yyyy-MM. */
export const Month = Type.RegExp(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: "The month must be like 2026-01" });

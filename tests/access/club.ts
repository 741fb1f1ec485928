import { type Rows, type Told } from "#tests/support/access-row.ts";

export const told: Told = { "What admins did, by name": ["audit"] };

export const rows: Rows = {};

import { also, type Row, type Told } from "#tests/support/access-row.ts";

export const told: Told = { "What admins did, by name": ["audit"] };

export const rows: readonly Row[] = [
  also("GET /api/audit", 401, 403, 200),
  also("GET /api/backups", 401, 403, 200),
  also("GET /api/storage", 401, 403, 200),
  also("GET /api/docs", 401, 403, 200),
  also("GET /api/docs/openapi.json", 401, 403, 200),
  also("GET /api/health", 200, 200, 200),
  also("GET /api/club", 200, 200, 200),
];

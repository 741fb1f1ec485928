import type { ImportChoices } from "#contract/imports.ts";

import { call } from "./call.ts";

type Chosen = { file: File; choices: ImportChoices };

export const planImport = ({ file, choices }: Chosen) =>
  call("POST /api/shelf/import", { query: { dryRun: "true", ...choices }, body: typed(file) });

export const importBooks = ({ file, choices }: Chosen) =>
  call("POST /api/shelf/import", { query: choices, body: typed(file) });

/** Browsers guess types from installed programs: Windows calls CSV an Excel file. */
function typed(file: File): Blob {
  return new Blob([file], { type: /\.json$/i.test(file.name) ? "application/json" : "text/csv" });
}

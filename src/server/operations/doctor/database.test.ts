import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";

import { checkDatabase } from "./storage.ts";

test("reports a reader that makes the WAL grow (Q06)", () => {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-log-"));
  const path = join(folder, "bookclub.db");
  const db = openDatabase(path);
  migrate(db, null);
  const stores = createStores(db);
  const formatFindings = () =>
    checkDatabase({ stores }).map(({ state, message: formatFindings }) => `${state}: ${formatFindings}`);
  const pinnedReader = new Database(path, { readonly: true });
  try {
    pinnedReader.run("BEGIN");
    pinnedReader.query("SELECT count(*) FROM content").get();
    expect(formatFindings()).toEqual(["ok: No problems found."]);
    for (const letter of "abcdefghijklmnopq")
      db.run("UPDATE content SET welcome_message = $text", [letter.repeat(4_000_000)]);
    expect(formatFindings()).toEqual([
      expect.stringMatching(/^fix: It's fine, but its write-ahead log has grown to \d+ MB: another/),
    ]);
  } finally {
    pinnedReader.close();
    db.close();
    rmSync(folder, { recursive: true });
  }
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { migrations } from "#db/migrations.ts";
import { dumpClub, makeOldClub } from "#tests/support/old-club.ts";

import manifest from "../package.json" with { type: "json" };

// `bun scripts/save-upgrade-fixture.ts`, once before a release: keeps a club as this version makes it, for tests of later ones.
const storage = mkdtempSync(join(tmpdir(), "bookclub-keep-"));
makeOldClub({ storage }, migrations.length);
await Bun.write(`tests/fixtures/clubs/${manifest.version}.sql`, dumpClub(storage));
rmSync(storage, { recursive: true });

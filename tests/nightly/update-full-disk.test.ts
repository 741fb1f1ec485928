import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";

import { until } from "#tests/support/poll-until.ts";
import { hasHistory, releasedProgram } from "#tests/support/released-versions.ts";
import { createUpdatedClub } from "#tests/support/updated-club.ts";

const canMount = process.getuid?.() === 0 && Bun.which("mount") !== null && hasHistory();

test.skipIf(!canMount)(
  "an update on a small disk leaves a running club",
  async () => {
    const club = await createUpdatedClub(await releasedProgram("1.0.0"));
    const storage = club.at("storage");
    const umount = () => Bun.spawnSync(["umount", storage], { stderr: "ignore" });
    try {
      club.systemctl("stop");
      const db = new Database(club.at("storage/bookclub.db"));
      db.run("CREATE TABLE weight (bytes BLOB)");
      for (let row = 0; row < 8; row += 1) db.run("INSERT INTO weight VALUES (zeroblob(1000000))");
      db.run("PRAGMA wal_checkpoint(TRUNCATE)");
      db.close();
      const { size } = statSync(club.at("storage/bookclub.db"));
      renameSync(storage, club.at("before"));
      copyFileSync(club.at("bin/bookclub"), club.at("old"));
      // as if the disk had filled after its doctor looked at it
      club.write("hasty", `#!/bin/sh\n[ "$1" = doctor ] || exec ${club.program} "$@"\n`);

      for (const [file, freeBlocks, message] of [
        ["new", 1.5, "needs more disk space, so nothing was changed"],
        ["hasty", 0.5, "runs the old version again"],
        ["hasty", 1.5, "runs the old version again"],
      ] as const) {
        club.systemctl("stop");
        umount();
        mkdirSync(storage, { recursive: true });
        Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${6 * size}`, "tmpfs", storage]);
        cpSync(club.at("before"), storage, { recursive: true });
        rmSync(club.at("bin"), { recursive: true });
        mkdirSync(club.at("bin"));
        copyFileSync(club.at("old"), club.at("bin/bookclub"));
        club.systemctl("start");
        await until(club.answers);
        const { bavail, bsize } = statfsSync(storage);
        writeFileSync(club.at("storage/filler"), Buffer.alloc(Math.floor(bavail * bsize - freeBlocks * size)));

        const { code, said } = await club.updated(club.at(file));
        expect([file, freeBlocks, code, said]).toEqual([file, freeBlocks, 1, expect.stringContaining(message)]);
        expect([await club.answers(), club.isUnfinished()]).toEqual([true, false]);
        expect(club.hash("bin/bookclub")).toBe(club.hash("old"));
        expect(readdirSync(storage, { recursive: true }).filter((name) => String(name).includes("partial"))).toEqual(
          [],
        );

        rmSync(club.at("storage/filler"));
        expect(await club.updated(club.at("new"))).toMatchObject({ code: 0 });
        expect(await club.answers()).toBe(true);
      }
    } finally {
      club.systemctl("stop");
      umount();
      club.remove();
    }
  },
  600_000,
);

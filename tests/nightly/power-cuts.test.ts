import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { atNight } from "#tests/support/at-night.ts";
import { runCommand, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { type Calling, createWriters, prepareThings, type Writer } from "#tests/support/interrupted-writers.ts";
import { signedIn } from "#tests/support/large-upload.ts";
import { m4b } from "#tests/support/m4b.ts";
import { until } from "#tests/support/poll-until.ts";

/** The outcome of the rounds. `uploads`: accepted replacement files. */
type Outcome = { rounds: number; acknowledged: number; uploads: number; lost: number };

/** Bytes of an audiobook, whose upload takes a good part of a round. */
const UPLOAD_BYTES = 200_000;

/**
 * `rounds` times: writes to every resource from several clients, kills the server at a random moment, restarts it and
 * checks every acknowledged write (TESTS Q02, U04). Finally `verify` must pass.
 */
async function cutThePower(rounds: number): Promise<Outcome> {
  const club = await startClub({ environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
  const outcome: Outcome = { rounds, acknowledged: 0, uploads: 0, lost: 0 };
  try {
    const { cookie, bookId } = await signedIn(club);
    const call: Calling = (method, path, body) =>
      fetch(club.url + path, {
        method,
        headers: { cookie, ...(body !== undefined && { "content-type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const upload = (audiobook: Buffer) => {
      const parts = [
        { name: "bookId", data: String(bookId) },
        { name: "audiobook", filename: "a.m4b", data: audiobook },
      ];
      const headers = { cookie, "content-type": MULTIPART_TYPE };
      return fetch(`${club.url}/api/upload/audiobook`, { method: "POST", headers, body: multipart(parts) });
    };
    const records = await prepareThings(call, bookId);
    const acceptedByWriter: number[] = [];
    let file = "";
    for (let round = 0; round < rounds; round += 1) {
      /** The last accepted file, and the one in progress; the book may have either. */
      const files = new Set([file]);
      const power = { on: true };
      const continueWriting = async (write: Writer["write"]) => {
        for (let writeIndex = 0; power.on; writeIndex += 1) await write(writeIndex).catch(() => {});
      };
      const writers = createWriters(call, records, round);
      const pendingWork = [
        ...writers.map(({ write }) => continueWriting(write)),
        continueWriting(async (writeIndex) => {
          const audiobook = m4b({ title: `${round}, ${writeIndex}`, seconds: 1, padding: UPLOAD_BYTES });
          const uploadHash = hash(audiobook);
          files.add(uploadHash);
          if (!(await upload(audiobook)).ok) return;
          outcome.uploads += 1;
          files.clear();
          files.add(uploadHash);
        }),
      ];
      const uploads = outcome.uploads;
      await Bun.sleep(20 + Math.random() * 230);
      // uploads are slower on a busy machine: now and then one must finish before the cut
      if (round % 5 === 0) await until(() => outcome.uploads > uploads);
      await club.kill();
      power.on = false;
      await Promise.all(pendingWork);
      await club.restart();

      for (const [index, { accepted, lost }] of writers.entries()) {
        acceptedByWriter[index] = (acceptedByWriter[index] ?? 0) + accepted();
        outcome.acknowledged += accepted();
        outcome.lost += await lost();
      }
      const downloadResponse = await call("GET", `/api/download/audiobook/${bookId}`);
      file = downloadResponse.ok ? hash(await downloadResponse.bytes()) : "";
      if (!files.has(file)) outcome.lost += 1;
      expect(readdirSync(join(club.storageDir, "tmp"))).toEqual([]);
      await call("DELETE", "/api/posts");
    }
    expect(acceptedByWriter.filter((accepted) => accepted === 0)).toEqual([]);
    const env = { STORAGE_DIR: club.storageDir, PATH: Bun.env["PATH"] ?? "" };
    const verifyResult = await runCommand(["verify"], { environment: env });
    expect(verifyResult.stderr + verifyResult.stdout).not.toContain("damage");
    expect(verifyResult.exitCode).toBe(0);
    return outcome;
  } finally {
    await club.stop();
  }
}

function hash(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

atNight(
  "200 power cuts lose no acknowledged write (Q02, U04)",
  async () => {
    const { rounds, acknowledged, uploads, lost } = await cutThePower(200);
    console.log(`Q02: ${rounds} power cuts, ${acknowledged} answered writes, ${uploads} replaced files, ${lost} lost`);
    expect(uploads).toBeGreaterThan(0);
    expect(lost).toBe(0);
  },
  600_000,
);

test("two power cuts lose no acknowledged write (Q02, U04)", async () => {
  const { acknowledged, uploads, lost } = await cutThePower(2);
  expect(acknowledged).toBeGreaterThan(6);
  expect(uploads).toBeGreaterThan(0);
  expect(lost).toBe(0);
});

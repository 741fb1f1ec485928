import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, sendUnannounced, signedIn } from "#tests/support/large-upload.ts";
import { canInject, injectFault } from "#tests/support/strace.ts";

/** Which call fails, counted per thread. */
const NTH = [1, 2, 3, 4, 5, 6];
/** Uploads until a fault of an occasional call has struck. */
const TRIES = 8;
const SIZE = 4 * 1024 * 1024;

let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;
/** The last successful upload's content. */
let standing: string;
let title = 0;

beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
  admin = await signedIn(club);
  expect(await upload()).toBe(201);
}, 60_000);
afterAll(() => club.stop());

const inTmp = () => readdirSync(join(club.storageDir, "tmp"));

/** Sends another book; the server must serve it whole if accepted, else the previous one. */
async function upload(pause?: () => Promise<unknown>): Promise<number> {
  title += 1;
  const book = largeAudiobook(SIZE, `Book ${title}`);
  const { status } = await sendUnannounced(admin, book, pause);
  expect([201, 500, 507]).toContain(status);
  if (status === 201) standing = book.sha256();
  const address = `${club.url}/api/download/audiobook/${admin.bookId}`;
  const served = await fetch(address, { headers: { cookie: admin.cookie } });
  expect(served.status).toBe(200);
  expect(new Bun.CryptoHasher("sha256").update(await served.bytes()).digest("hex")).toBe(standing);
  expect(inTmp()).toEqual([]);
  return status;
}

for (const call of ["fsync,fdatasync", "rename"])
  for (const error of ["EIO", "ENOSPC"])
    test.skipIf(!canInject)(
      `whichever ${call} of an upload fails with ${error}, the old or the new file is served whole (U05)`,
      async () => {
        let [struck, refused] = [0, 0];
        for (const nth of NTH) {
          const fault = await injectFault(club.pid(), `${call}:error=${error}:when=${nth}`, { threads: true });
          for (let tries = 0; tries < TRIES; tries += 1) if ((await upload()) !== 201) refused += 1;
          struck += await fault.end();
          expect(await upload()).toBe(201);
        }
        console.log(`U05: ${call} ${error}: ${struck} struck, ${refused} uploads refused`);
        expect(struck).toBeGreaterThanOrEqual(NTH.length);
        expect(refused).toBeGreaterThan(0);
      },
      120_000,
    );

for (const error of ["EIO", "ENOSPC"])
  test.skipIf(!canInject)(
    `whichever write of an upload fails with ${error}, the old file is served whole (U05)`,
    async () => {
      for (const nth of NTH) {
        const faults: Awaited<ReturnType<typeof injectFault>>[] = [];
        const strike = async () => {
          while (inTmp().length === 0) await Bun.sleep(5);
          const path = join(club.storageDir, "tmp", inTmp()[0] ?? "");
          faults.push(await injectFault(club.pid(), `write:error=${error}:when=${nth}`, { threads: true, path }));
        };
        expect(await upload(strike)).toBe(error === "EIO" ? 500 : 507);
        for (const fault of faults) expect(await fault.end()).toBeGreaterThan(0);
        expect(await upload()).toBe(201);
      }
    },
    120_000,
  );

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Device, openDevice } from "#tests/engines/device.ts";
import { type Engine, ENGINES } from "#tests/engines/driver.ts";
import { SPEAKERS_HZ } from "#tests/engines/stage.ts";
import { fillSignIn } from "#tests/engines/walk.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { until } from "#tests/support/poll-until.ts";

import { whyNoEngine } from "../../scripts/engines.ts";
import {
  closeTones,
  hearOff,
  lengthOfTones,
  offerTones,
  playAt,
  secondOf,
  shownAt,
  whyNoTones,
  writeTones,
} from "./tones.ts";

const SECONDS = 1800;
/** On a busy machine WebKitGTK falls silent after some sixty jumps. */
const PLACES: Readonly<Record<Engine, number>> = { chromium: 20, firefox: 20, webkit: 5 };
/** Seconds. */
const EXACT = 2;

type Book = { id: number; kind: string };

let folder: string;
let club: RunningClub;
const books: Book[] = [];
const canHear = whyNoTones() === null;

beforeAll(async () => {
  if (!canHear) return;
  folder = mkdtempSync(join(tmpdir(), "bookclub-tones-"));
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  await club.makeAdmin();
  const files = Object.entries(await writeTones(folder, SECONDS));
  for (const [at, [kind, file]] of files.entries()) {
    const args = ["--title", kind, "--author", "A", "--month", `2020-0${at + 1}`, "--audiobook", file];
    const { stdout, stderr, exitCode } = await club.run(["book", "import", ...args]);
    if (exitCode !== 0) throw new Error(stderr);
    books.push({ id: Number(stdout), kind });
  }
}, 300_000);
afterAll(async () => {
  await club?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Seconds between what each of the places shows and what is heard there; null where it's silent. */
async function hearAll(engine: Engine): Promise<Map<string, (number | null)[]>> {
  const heard = new Map<string, (number | null)[]>();
  const device = await openDevice(engine, club);
  try {
    await device.open("/auth");
    await fillSignIn(device, "ada", ADMIN_PASSWORD);
    await device.isAt("/");
    for (const { id, kind } of books) {
      // WebKit plays no second sound in a page that has let one go
      if (device.driver.hear) {
        await device.open("/");
        await device.isAt("/");
      }
      await device.evaluate(offerTones, `/api/download/audiobook/${id}`, !device.driver.hear);
      await device.driver.click(200, 300);
      const length = await until(() => device.evaluate(lengthOfTones));
      expect(Math.abs((length ?? 0) - SECONDS), `${kind}: ${length} s`).toBeLessThan(EXACT);
      const offs: (number | null)[] = [];
      for (let place = 0; place < PLACES[engine]; place += 1)
        offs.push(await hearPlace(device, ((place + 0.37) / PLACES[engine]) * SECONDS));
      if (!device.driver.hear) await device.evaluate(closeTones);
      console.log(engine, kind, offs.map((off) => (off === null ? "silent" : Math.round(off))).join(" "));
      heard.set(kind, offs);
    }
  } finally {
    await device.close();
  }
  return heard;
}

/** WebKitGTK's analyser doesn't tell reliably what is heard, so its speakers are asked. */
async function hearPlace(device: Device, place: number): Promise<number | null> {
  const { hear } = device.driver;
  await device.evaluate(playAt, place);
  if (!hear) return device.evaluate(hearOff);
  const { samples, endedAt } = await hear();
  const shown = await device.evaluate(shownAt, endedAt);
  const heard = secondOf(samples, SPEAKERS_HZ);
  // as its tone begins, so up to a second before the middle of what was heard
  return heard === null ? null : heard - (shown - samples.length / SPEAKERS_HZ / 2);
}

const engines = ENGINES.filter((engine) => engine === "chromium" || whyNoEngine(engine) === null);

describe.skipIf(!canHear)("an uploaded MP3 is heard where its place is shown", () => {
  test.each(engines)(
    "in %s",
    async (engine) => {
      const heard = await hearAll(engine);
      for (const { kind } of books) {
        const known = (heard.get(kind) ?? []).filter((off) => off !== null);
        expect(known, kind).toHaveLength(PLACES[engine]);
        expect(Math.max(...known.map(Math.abs)), kind).toBeLessThan(EXACT);
      }
    },
    900_000,
  );
});

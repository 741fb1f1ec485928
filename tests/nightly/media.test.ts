import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { withDeps } from "#server/cli/command.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { addAudiobook } from "#tests/support/club-folders.ts";
import { epub } from "#tests/support/epub.ts";
import { ADMIN_PASSWORD, executable, type RunningClub, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { signedIn } from "#tests/support/large-upload.ts";
import { m4b } from "#tests/support/m4b.ts";
import { button, isPlaying, openPlayer, saveButton, saveOffline, seek, untilPast } from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";
import { startS3Server } from "#tests/support/s3-server.ts";

/** Seconds of a book of 50 MB, so that no browser loads all of it in advance. */
const AUDIO_SECONDS = 600;
const audio = m4b({ title: "Emma", seconds: AUDIO_SECONDS, gap: 2000 });
const LISTENER_COUNT = 50;

const s3 = startS3Server();
afterAll(() => s3.stop());
beforeEach(() => s3.make(null));

describe("moving books, with repeated kills", () => {
  const storage = mkdtempSync(join(tmpdir(), "bookclub-media-"));
  const environment = { STORAGE_DIR: storage, TEAM_AVATAR_URL: "local", MEDIA: "s3", ...s3.environment };
  afterAll(() => rmSync(storage, { recursive: true, force: true }));
  let path = "";
  let sha256 = "";

  const hashOf = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  const readLocal = async () => {
    const file = Bun.file(join(storage, path));
    return (await file.exists()) ? hashOf(await file.bytes()) : null;
  };
  const hashInBucket = () => {
    const object = s3.objects.get(path);
    return object ? hashOf(object) : null;
  };
  const start = async (verb: string, media: string) =>
    Bun.spawn([await executable(), "media", verb], {
      env: { ...environment, MEDIA: media },
      stdio: ["ignore", "ignore", "inherit"],
    });

  beforeAll(async () => {
    await withDeps(environment, async (deps) => {
      await deps.disk.prepare();
      ({ path, sha256 } = await addAudiobook(deps, "Emma", audio));
    });
    expect(await readLocal()).toBe(sha256);
  }, 300_000);

  test.each([
    ["to-s3", "s3"],
    ["to-disk", "disk"],
  ])(
    "media %s never leaves a book without a complete file, and ends when not killed",
    async (verb, media) => {
      s3.make("slow");
      for (let killCount = 0; killCount < 10; killCount += 1) {
        const child = await start(verb, media);
        await Promise.race([child.exited, Bun.sleep(150 + killCount * 400)]);
        child.kill("SIGKILL");
        await child.exited;
        // already done, so start over
        if (verb === "to-disk" && (await readLocal()) !== null) rmSync(join(storage, path));
        const places = [await readLocal(), hashInBucket()];
        expect(places).toContain(sha256);
        // a partial file never has the final name
        expect(places.filter((hash) => hash !== null && hash !== sha256)).toEqual([]);
      }
      s3.make(null);
      expect(await (await start(verb, media)).exited).toBe(0);
      expect([await readLocal(), hashInBucket()]).toEqual(verb === "to-s3" ? [null, sha256] : [sha256, sha256]);
    },
    300_000,
  );
});

describe("a club with MEDIA=s3", () => {
  let club: RunningClub;
  let admin: Awaited<ReturnType<typeof signedIn>>;
  beforeAll(async () => {
    club = await startClub({
      environment: { LOG_LEVEL: "warn", NIGHTLY_BACKUP: "off", MEDIA: "s3", ...s3.environment },
    });
    s3.allow(club.url);
    admin = await signedIn(club);
    for (const [kind, filename, data] of [
      ["audiobook", "emma.m4b", audio],
      ["ebook", "emma.epub", epub({ title: "Emma" })],
    ] as const) {
      const response = await fetch(`${club.url}/api/upload/${kind}`, {
        method: "POST",
        body: multipart([
          { name: "bookId", data: String(admin.bookId) },
          { name: kind, filename, data },
        ]),
        headers: { cookie: admin.cookie, "content-type": MULTIPART_TYPE },
      });
      expect(response.status).toBe(201);
    }
    expect(await club.run(["media", "to-s3"])).toMatchObject({ exitCode: 0 });
    expect((await club.run(["doctor"])).stdout).toContain("They are served from the bucket.");
  }, 300_000);
  afterAll(() => club.stop());

  test("keeps playing when its address expires, also offline copies", async () => {
    const browser = await openBrowser();
    try {
      const now = new Date().toISOString();
      const page = await browser.signedIn({ club, now, serviceWorker: true }, "ada", ADMIN_PASSWORD);
      await openPlayer(page);
      await button(page, "Play").click();
      await untilPast(page, 1);
      s3.expire();
      await page.clock.fastForward(15 * 60_000);
      await seek(page, AUDIO_SECONDS * 0.9);
      await untilPast(page, AUDIO_SECONDS * 0.9 + 2);
      expect(await isPlaying(page)).toBe(true);
      await button(page, "Pause").click();
      const servedBefore = s3.served();
      await saveOffline(page);
      expect(s3.served() - servedBefore).toBe(audio.length);
      await page.goto("/ebook");
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download eBook" }).click();
      expect((await download).suggestedFilename()).toBe("Emma.epub");
      await page.getByRole("link", { name: "Read now" }).click();
      await page.waitForURL(/\/read/);
      expect(browser.faults).toEqual([]);
    } finally {
      await browser.close();
    }
  }, 300_000);

  test("tells an admin that a bucket lacks CORS", async () => {
    const browser = await openBrowser({ provoked: /blocked by CORS policy|The offline download failed/ });
    try {
      s3.allow(null);
      const { exitCode, stdout } = await club.run(["doctor"]);
      expect([exitCode, stdout]).toEqual([1, expect.stringContaining("CORS rule doesn't let the club's pages read")]);
      const page = await browser.signedIn({ club, serviceWorker: true }, "ada", ADMIN_PASSWORD);
      await openPlayer(page);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await saveButton(page).click();
      await page.getByText("Not saved. The audiobook can't be reached right now.", { exact: false }).waitFor();
      s3.allow(club.url);
      await saveOffline(page);
    } finally {
      s3.allow(club.url);
      await browser.close();
    }
  }, 300_000);

  test("says when the bucket fails, and resumes with it", async () => {
    const browser = await openBrowser({ provoked: /Failed to play the audiobook/ });
    try {
      s3.make("broken");
      const page = await browser.signedIn({ club }, "ada", ADMIN_PASSWORD);
      await openPlayer(page);
      await button(page, "Play").click();
      await page.getByText("The audiobook isn't loading.", { exact: false }).waitFor();
      await page.goto("/admin/health");
      await page.getByText("There's a problem with the bucket.").waitFor();
      const { exitCode, stdout } = await club.run(["doctor"]);
      expect([exitCode, stdout]).toEqual([1, expect.stringContaining("The bucket's service failed")]);
      await openPlayer(page);
      await button(page, "Play").click();
      s3.make(null);
      await untilPast(page, 1, 20_000);
    } finally {
      await browser.close();
    }
  }, 300_000);

  test("waits for a bucket that never responds only briefly", async () => {
    s3.make("silent");
    const get = async (path: string) => (await fetch(club.url + path, { headers: { cookie: admin.cookie } })).status;
    const [doctor, ...statuses] = await Promise.all([
      club.run(["doctor"]),
      get(`/api/download/audiobook/${admin.bookId}`),
      get(`/api/download/ebook/${admin.bookId}`),
      get("/api/storage"),
      get("/api/books/current"),
    ]);
    expect(statuses).toEqual([502, 200, 200, 200]);
    expect([doctor.exitCode, doctor.stdout]).toEqual([1, expect.stringContaining("service doesn't answer")]);
  }, 300_000);

  test(`serves no audio bytes itself to ${LISTENER_COUNT} listeners`, async () => {
    const line = await countingLine(Number(new URL(club.url).port));
    const servedBefore = s3.served();
    const chunk = 256 * 1024;
    const playAs = async (listener: number) => {
      for (let part = 0; part < 20; part += 1) {
        const firstByte = ((listener * 20 + part) * chunk) % (audio.length - chunk);
        const headers = {
          cookie: admin.cookie,
          range: `bytes=${firstByte}-${firstByte + chunk - 1}`,
          connection: "close",
        };
        const response = await fetch(`${line.url}/api/download/audiobook/${admin.bookId}`, { headers });
        expect((await response.bytes()).length).toBe(chunk);
      }
    };
    await Promise.all(Array.from({ length: LISTENER_COUNT }, (_, listener) => playAs(listener)));
    const expectedBytes = LISTENER_COUNT * 20 * chunk;
    line.close();
    console.log(
      `${LISTENER_COUNT} listeners heard ${(expectedBytes / 1e6).toFixed(0)} MB in ${LISTENER_COUNT * 20} parts; the server sent ${line.received()} bytes, ${(line.received() / (LISTENER_COUNT * 20)).toFixed(0)} an answer`,
    );
    expect(s3.served() - servedBefore).toBe(expectedBytes);
    // only headers: less than two kilobytes per response
    expect(line.received()).toBeLessThan(LISTENER_COUNT * 20 * 2048);
  }, 300_000);
});

/** A connection to the club that counts received bytes. */
async function countingLine(port: number) {
  let receivedBytes = 0;
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    for (const socket of [client, upstream]) {
      socket.on("error", () => {});
      socket.on("close", () => (client.destroy(), upstream.destroy()));
    }
    client.pipe(upstream);
    upstream.on("data", (bytes) => {
      receivedBytes += bytes.length;
      client.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  const address = await until(
    () => server.address(),
    (found) => found !== null,
  );
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return { url, received: () => receivedBytes, close: () => void server.close() };
}

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, signedIn } from "#tests/support/large-upload.ts";
import { until } from "#tests/support/poll-until.ts";

import { freePort } from "../../scripts/free-port.ts";

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "bookclub-nginx-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!Bun.which("nginx"))("behind an nginx without settings of its own (skipped without nginx)", () => {
  const book = largeAudiobook(80 * MB);
  let club: RunningClub;
  let admin: Awaited<ReturnType<typeof signedIn>>;
  let nginx: Bun.Subprocess;
  let url: string;

  beforeAll(async () => {
    club = await startClub({ environment: { LOG_LEVEL: "error" } });
    admin = await signedIn(club);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    // nginx runs as another user
    chmodSync(folder, 0o755);
    const temporaryPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const siteConfig = `server {
      listen 127.0.0.1:${port};
      location / { proxy_pass ${club.url}; }
      location /deaf/ { proxy_ignore_headers X-Accel-Buffering; proxy_pass ${club.url}/; }
    }`;
    const mainConfig = `pid ${folder}/nginx.pid; error_log ${folder}/error.log warn; daemon off; events {}`;
    writeFileSync(
      join(folder, "nginx.conf"),
      `${mainConfig}\nhttp { access_log off; ${temporaryPaths.join(" ")}\n${siteConfig}\n}`,
    );
    nginx = Bun.spawn(["nginx", "-c", join(folder, "nginx.conf")], { stdio: ["ignore", "ignore", "ignore"] });
    await until(async () => (await fetch(`${url}/api/health`).catch(() => null))?.ok);
    const form = new FormData();
    form.set("bookId", String(admin.bookId));
    form.set("audiobook", new Blob([...book.bytes()].map((bytes) => Uint8Array.from(bytes))), "emma.m4b");
    const upload = { method: "POST", body: form, headers: { cookie: admin.cookie } };
    expect((await fetch(`${club.url}/api/upload/audiobook`, upload)).status).toBe(201);
  }, 300_000);
  afterAll(async () => {
    nginx.kill("SIGTERM");
    await nginx.exited;
    await club.stop();
  });

  /** Downloads more slowly than the club sends. */
  async function download(path: string): Promise<string> {
    const response = await fetch(`${url}${path}/api/download/audiobook/${admin.bookId}`, {
      headers: { cookie: admin.cookie },
    });
    const hasher = new Bun.CryptoHasher("sha256");
    for await (const bytes of response.body ?? []) {
      hasher.update(bytes);
      await Bun.sleep(2);
    }
    return hasher.digest("hex");
  }
  const isStored = () => readFileSync(join(folder, "error.log"), "utf8").includes("buffered to a temporary file");

  test("streams a slow download that nginx would stop at 1 GB", async () => {
    expect(await download("")).toBe(book.sha256());
    expect(isStored()).toBe(false);
    // a location that ignores the club's headers stores the response
    expect(await download("/deaf")).toBe(book.sha256());
    expect(isStored()).toBe(true);
  }, 300_000);

  test("the page arrives as the club sent it, and says that it must", async () => {
    const page = await fetch(url);
    expect(page.headers.get("cache-control")).toContain("no-transform");
    expect(await page.text()).toBe(await (await fetch(club.url)).text());
  });
});

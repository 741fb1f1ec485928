import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, signedIn } from "#tests/support/large-upload.ts";
import { until } from "#tests/support/poll-until.ts";

import { freePort } from "../../scripts/free-port.ts";

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "bookclub-caddy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!Bun.which("caddy"))("behind Caddy with the example of deploy/ (skipped without caddy)", () => {
  let club: RunningClub;
  let caddy: Bun.Subprocess;
  let url: string;
  const fetchViaProxy = (path: string, init: BunFetchRequestInit = {}) =>
    fetch(url + path, { ...init, tls: { rejectUnauthorized: false } });

  beforeAll(async () => {
    url = `https://127.0.0.1:${await freePort()}`;
    club = await startClub({ environment: { PUBLIC_URL: url, TRUST_PROXY: "on", LOG_LEVEL: "error" } });
    // self-signed, and limited to this folder and two ports
    const globalConfig = "{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\tauto_https disable_redirects\n}\n";
    const siteConfig = readFileSync("deploy/Caddyfile", "utf8")
      .replace("{$DOMAIN:club.example.org}", url)
      .replace("{$UPSTREAM:127.0.0.1:3000}", new URL(club.url).host);
    writeFileSync(join(folder, "Caddyfile"), globalConfig + siteConfig);
    const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, PATH: Bun.env["PATH"] ?? "" };
    const config = ["--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
    caddy = Bun.spawn(["caddy", "run", ...config], { env, stdio: ["ignore", "ignore", "ignore"] });
    await until(async () => (await fetchViaProxy("/api/health").catch(() => null))?.ok);
  }, 300_000);
  afterAll(async () => {
    caddy.kill("SIGTERM");
    await caddy.exited;
    await club.stop();
  });

  test("passes a large upload, and serves it whole and in ranges", async () => {
    const admin = await signedIn(club);
    const bytes = Buffer.concat([...largeAudiobook(150 * MB).bytes()]);
    const form = new FormData();
    form.set("bookId", String(admin.bookId));
    form.set("audiobook", new Blob([bytes]), "emma.m4b");
    const headers = { cookie: admin.cookie };
    expect((await fetchViaProxy("/api/upload/audiobook", { method: "POST", body: form, headers })).status).toBe(201);
    const path = `/api/download/audiobook/${admin.bookId}`;
    expect(Buffer.from(await (await fetchViaProxy(path, { headers })).bytes()).equals(bytes)).toBe(true);
    const part = await fetchViaProxy(path, { headers: { ...headers, range: "bytes=1000000-1000099" } });
    expect(part.headers.get("content-range")).toBe(`bytes 1000000-1000099/${bytes.length}`);
    expect(Buffer.from(await part.bytes())).toEqual(bytes.subarray(1_000_000, 1_000_100));
  }, 300_000);

  test("compresses and hardens the page, and hides the metrics", async () => {
    const page = await fetchViaProxy("/", { headers: { "accept-encoding": "br" }, decompress: false });
    expect(page.headers.get("content-encoding")).toBe("br");
    expect(page.headers.get("strict-transport-security")).toContain("max-age");
    expect((await fetchViaProxy("/metrics")).status).toBe(404);
    expect((await fetch(`${club.url}/metrics`, { headers: { "x-forwarded-for": "203.0.113.9" } })).status).toBe(404);
  });
});

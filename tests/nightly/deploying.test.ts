import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { executable, type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, signedIn } from "#tests/support/large-upload.ts";
import { until } from "#tests/support/poll-until.ts";
import { tusBytes, tusMetadata } from "#tests/support/tus.ts";

import { freePort } from "../../scripts/free-port.ts";

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "bookclub-deploying-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!Bun.which("nginx") || !Bun.which("openssl"))(
  "behind nginx with the example of deploy/ (skipped without nginx and openssl)",
  () => {
    let club: RunningClub;
    let admin: Awaited<ReturnType<typeof signedIn>>;
    let nginx: Bun.Subprocess;
    let url: string;

    beforeAll(async () => {
      const [securePort, plainPort] = [await freePort(), await freePort()];
      url = `https://club.example.org:${securePort}`;
      club = await startClub({ environment: { PUBLIC_URL: url, TRUST_PROXY: "on", LOG_LEVEL: "error" } });
      const key = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")];
      await Bun.$`openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=club.example.org ${key}`.quiet();
      const siteConfig = readFileSync("deploy/nginx.conf", "utf8")
        .replaceAll(/listen (\[::\]:)?443/g, (_, ipv6) => `listen ${ipv6 ? "[::1]" : "127.0.0.1"}:${securePort}`)
        .replaceAll(/listen (\[::\]:)?80/g, (_, ipv6) => `listen ${ipv6 ? "[::1]" : "127.0.0.1"}:${plainPort}`)
        .replaceAll("/etc/ssl/bookclub", folder)
        .replace("http://127.0.0.1:3000", club.url);
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const mainConfig = `pid ${folder}/nginx.pid; error_log ${folder}/error.log; daemon off; events {}`;
      writeFileSync(
        join(folder, "nginx.conf"),
        `${mainConfig}\nhttp { access_log off; ${paths.join(" ")}\n${siteConfig}\n}`,
      );
      const configCheck = Bun.spawnSync(["nginx", "-t", "-c", join(folder, "nginx.conf")], { stderr: "pipe" });
      if (configCheck.exitCode !== 0) throw new Error(configCheck.stderr.toString());
      nginx = Bun.spawn(["nginx", "-c", join(folder, "nginx.conf")], { stdio: ["ignore", "ignore", "ignore"] });
      await until(async () => (await fetchViaProxy("/api/health").catch(() => null))?.ok);
      admin = await signedIn(club);
    }, 300_000);
    afterAll(async () => {
      nginx.kill("SIGTERM");
      await nginx.exited;
      await club.stop();
    });

    const fetchViaProxy = (path: string, init: BunFetchRequestInit = {}) =>
      fetch(url.replace("club.example.org", "127.0.0.1") + path, {
        ...init,
        headers: { host: "club.example.org", ...init.headers },
        tls: { rejectUnauthorized: false },
      });

    test("passes a large upload, and serves it whole and in ranges", async () => {
      const book = largeAudiobook(150 * MB);
      const bytes = Buffer.concat([...book.bytes()]);
      const form = new FormData();
      form.set("bookId", String(admin.bookId));
      form.set("audiobook", new Blob([bytes]), "emma.m4b");
      const upload = await fetchViaProxy("/api/upload/audiobook", {
        method: "POST",
        body: form,
        headers: { cookie: admin.cookie },
      });
      expect(upload.status).toBe(201);

      const path = `/api/download/audiobook/${admin.bookId}`;
      const headers = { cookie: admin.cookie };
      const wholeResponse = await fetchViaProxy(path, { headers });
      expect(new Bun.CryptoHasher("sha256").update(await wholeResponse.bytes()).digest("hex")).toBe(book.sha256());
      const rangeResponse = await fetchViaProxy(path, { headers: { ...headers, range: "bytes=0-1" } });
      expect([rangeResponse.status, rangeResponse.headers.get("content-range")]).toEqual([
        206,
        `bytes 0-1/${bytes.length}`,
      ]);
      const middleResponse = await fetchViaProxy(path, { headers: { ...headers, range: "bytes=1000000-1000099" } });
      expect(Buffer.from(await middleResponse.bytes())).toEqual(bytes.subarray(1_000_000, 1_000_100));
      expect((await fetchViaProxy(path, { headers: { ...headers, range: "bytes=999999999-" } })).status).toBe(416);
    }, 300_000);

    test("resumes an upload at the server's offset", async () => {
      const book = largeAudiobook(40 * MB, "Resumed");
      const bytes = Buffer.concat([...book.bytes()]);
      const cookie = { cookie: admin.cookie };
      const metadata = tusMetadata({ filename: "emma.m4b", kind: "audiobook", bookId: String(admin.bookId) });
      const response = await fetchViaProxy("/api/uploads", {
        method: "POST",
        headers: {
          ...cookie,
          "tus-resumable": "1.0.0",
          "upload-length": String(bytes.length),
          "upload-metadata": metadata,
        },
      });
      const address = response.headers.get("location") ?? "";
      expect([response.status, address]).toEqual([201, expect.stringMatching(/^\/api\/uploads\//)]);
      const getOffset = async () => {
        const head = await fetchViaProxy(address, { method: "HEAD", headers: { ...cookie, "tus-resumable": "1.0.0" } });
        return Number(head.headers.get("upload-offset"));
      };
      const send = (
        offset: number,
        body: NonNullable<BunFetchRequestInit["body"]>,
        signal: AbortSignal | null = null,
      ) => fetchViaProxy(address, { method: "PATCH", headers: { ...cookie, ...tusBytes(offset) }, body, signal });

      const line = new AbortController();
      const partialBody = new ReadableStream({ start: (controller) => controller.enqueue(bytes.subarray(0, 10 * MB)) });
      const interruptedUpload = send(0, partialBody, line.signal).catch(() => null);
      // some bytes have arrived, so nginx doesn't buffer the request
      const uploadFolder = join(club.storageDir, "uploads");
      await until(() =>
        [...new Bun.Glob("**/*").scanSync(uploadFolder)].some((name) => Bun.file(join(uploadFolder, name)).size > MB),
      );
      line.abort();
      await interruptedUpload;
      const resumeOffset = await until(getOffset, (bytes) => bytes > 0);
      for (let index = resumeOffset; index < bytes.length; index += 8 * MB)
        expect((await send(index, bytes.subarray(index, index + 8 * MB))).status).toBe(204);
      const wholeResponse = await fetchViaProxy(`/api/download/audiobook/${admin.bookId}`, { headers: cookie });
      expect(new Bun.CryptoHasher("sha256").update(await wholeResponse.bytes()).digest("hex")).toBe(book.sha256());
    }, 300_000);

    test("rejects an upload without a session before it's fully sent", async () => {
      const endlessBody = new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(MB)) });
      const refusedResponse = await fetchViaProxy("/api/upload/audiobook", {
        method: "POST",
        body: endlessBody,
        headers: { "content-type": "multipart/form-data; boundary=x" },
      }).catch(() => null);
      // nginx responds with 502 if it's still sending when the connection ends
      expect([null, 401, 502]).toContain(refusedResponse?.status ?? null);
      expect((await fetchViaProxy("/api/health")).status).toBe(200);
    }, 300_000);

    test("can be reached by IPv6 as well", async () => {
      const options = { headers: { host: "club.example.org" }, tls: { rejectUnauthorized: false } };
      const { port } = new URL(url);
      expect((await fetch(`https://[::1]:${port}/api/health`, options)).status).toBe(200);
    });

    test("compresses and hardens pages, and redirects to https", async () => {
      const page = await fetchViaProxy("/", { headers: { "accept-encoding": "br" }, decompress: false });
      expect(page.status).toBe(200);
      expect(page.headers.get("content-encoding")).toBe("br");
      expect(page.headers.get("strict-transport-security")).toContain("max-age");
      expect((await fetchViaProxy("/metrics")).status).toBe(404);
      expect((await fetch(`${club.url}/metrics`)).status).toBe(404);
    });

    test("a sign-in through it sets a secure cookie", async () => {
      const loginResponse = await fetchViaProxy("/api/auth/login", {
        method: "POST",
        headers: { "content-type": "application/json", origin: url },
        body: JSON.stringify({ username: "ada", password: "Claret & clues 1890" }),
      });
      expect(loginResponse.status).toBe(200);
      expect(loginResponse.headers.getSetCookie().join()).toMatch(/__Host-session-\d+=[^;]+;.*Secure/);
    });
  },
);

test.skipIf(!Bun.which("systemd-analyze")).each([
  ["bookclub.service", "bookclub.service"],
  ["bookclub@.service", "bookclub@wine.service"],
])("the systemd unit %s is well formed and hardened (skipped without systemd)", async (name, unitName) => {
  const unit = join(folder, unitName);
  const text = readFileSync(`deploy/${name}`, "utf8");
  writeFileSync(unit, text.replace("/usr/local/bin/bookclub", await executable()));
  const unitCheck = Bun.spawnSync(["systemd-analyze", "verify", unit], { stderr: "pipe" });
  expect([unitCheck.exitCode, unitCheck.stderr.toString()]).toEqual([0, ""]);
  const rating = Bun.spawnSync(["systemd-analyze", "security", "--offline=true", "--threshold=20", unit]);
  expect(rating.exitCode).toBe(0);
});

test.skipIf(process.getuid?.() !== 0 || process.platform !== "linux")(
  "the image's second stage is enough: it prints its set-up link, and its hooks work (skipped without root)",
  async () => {
    const root = join(folder, "root");
    const lddOutput = Bun.spawnSync(["ldd", await executable()]).stdout.toString();
    for (const library of [...lddOutput.matchAll(/(\/\S+\.so\S*)/g)].map(([path]) => path)) {
      mkdirSync(join(root, library, ".."), { recursive: true });
      copyFileSync(library, join(root, library));
      Bun.spawnSync(["chmod", "755", join(root, library)]);
    }
    for (const path of ["storage", "hooks", "usr/local/bin", "proc", "dev"])
      mkdirSync(join(root, path), { recursive: true });
    copyFileSync(await executable(), join(root, "usr/local/bin/bookclub"));
    for (const link of ["hooks/pre-backup", "hooks/post-restore", "usr/local/bin/sleep"])
      symlinkSync("/usr/local/bin/bookclub", join(root, link));
    Bun.spawnSync(["chown", "65532:65532", join(root, "storage")]);
    Bun.spawnSync(["chmod", "-R", "a+rX", folder]);
    const settings = Object.fromEntries(
      [...readFileSync("Dockerfile", "utf8").matchAll(/^ENV (.*)$/gm)]
        .flatMap(([, pairs = ""]) => pairs.split(" "))
        .map((pair) => pair.split("=") as [string, string]),
    );
    expect(settings).toEqual({ HOST: "0.0.0.0", STORAGE_DIR: "/storage" });
    const commandInside = (...args: string[]) => [
      Bun.which("chroot") ?? "/usr/sbin/chroot",
      "--userspec=65532:65532",
      root,
      ...args,
    ];
    // every container has /proc, and Bun doesn't start without it
    if (Bun.spawnSync(["mount", "-t", "proc", "proc", join(root, "proc")]).exitCode !== 0)
      return console.log("skipped: this process may not mount");
    const env = { PATH: "/usr/local/bin", ...settings, PORT: String(await freePort()) };
    const runInside = (...args: string[]) =>
      Bun.spawn(commandInside(...args), { env, stdout: "ignore", stderr: "ignore" }).exited;
    const server = Bun.spawn(commandInside("/usr/local/bin/bookclub"), { env, stdout: "pipe", stderr: "ignore" });
    const serverOutput = new Response(server.stdout).text();
    const health = await until(
      () => runInside("/usr/local/bin/bookclub", "healthcheck"),
      (exitCode) => exitCode === 0,
    );
    const backupProcess = await runInside("/hooks/pre-backup");
    server.kill("SIGTERM");
    const exit = await server.exited;
    // ONCE runs this to restore
    const container = Bun.spawn(commandInside("sleep", "infinity"), { env, stdout: "ignore", stderr: "ignore" });
    const restored = [await runInside("/hooks/post-restore"), await runInside("/hooks/post-restore")];
    expect(container.exitCode).toBeNull();
    container.kill("SIGKILL");
    await container.exited;
    Bun.spawnSync(["umount", join(root, "proc")]);
    expect(await serverOutput).toContain("/auth?setup=");
    expect([health, backupProcess, exit, ...restored]).toEqual([0, 0, 0, 0, 0]);
  },
  300_000,
);

test("accepts files as large in the example proxies as the server", () => {
  const limit = Number(/^MAX_UPLOAD_MB=(\d+)$/m.exec(readFileSync(".env.example", "utf8"))?.[1]) + 1;
  expect(readFileSync("deploy/nginx.conf", "utf8")).toContain(`client_max_body_size ${limit}m;`);
  expect(readFileSync("deploy/Caddyfile", "utf8")).toContain(`max_size ${limit}MiB`);
});

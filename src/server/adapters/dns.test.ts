import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { resolveHost } from "./dns.ts";

let folder = "";
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "bookclub-dns-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** In a mount namespace, where the only name server is one that never responds. */
const canMount = process.getuid?.() === 0 && Bun.which("unshare") !== null;
const MOUNT = 'mount --bind "$1/resolv.conf" /etc/resolv.conf && exec "$2" "$3"';

const LOOK_UP = `
import { readFile } from "node:fs/promises";
import { isPublicEndpoint, resolvesToPublicAddress } from "#server/mail/push/endpoints.ts";
import { fetchBounded } from "#server/adapters/bounded-fetch.ts";
import { openBucket } from "#server/adapters/bucket.ts";
import { createSesMailer } from "#server/adapters/ses.ts";
const origins = new Set(["https://books.example.org"]);
const limits = { maxBytes: 1, timeoutMs: 1000, origins };
const keys = { region: "us-east-1", accessKeyId: "key", secretAccessKey: "secret", hideSecrets: (text) => text };
const toUrl = (at) => \`https://push\${at}.example.org/x\`;
const calls = [
  (at) => resolvesToPublicAddress({ pushOrigins: new Set() }, toUrl(at)),
  () => fetchBounded(new URL("https://books.example.org/x"), limits),
  (at) => createSesMailer({ ...keys, endpoint: toUrl(at) }).quota(),
  (at) => openBucket({ ...keys, endpoint: toUrl(at), bucket: "books" }).size("x"),
];
const outcomes = Array.from({ length: 40 }, (_, at) =>
  calls[at % calls.length](at).catch((error) => (error.code ?? error.kind ?? "") + error.name),
);
let longestMs = 0;
for (let read = 0; read < 100; read += 1) {
  const start = performance.now();
  await readFile("/etc/hostname").catch(() => null);
  longestMs = Math.max(longestMs, performance.now() - start);
  await Bun.sleep(5);
}
console.log(JSON.stringify({ isBlocked: longestMs > 1000, kinds: [...new Set(await Promise.all(outcomes))] }));
process.exit();
`;

test("resolves addresses and names of the hosts file", async () => {
  expect(await resolveHost("127.0.0.1")).toEqual(["127.0.0.1"]);
  expect(await resolveHost("::1")).toEqual(["::1"]);
  expect(await resolveHost("localhost")).not.toEqual([]);
});

test.skipIf(!canMount)(
  "doesn't block files while no name server responds",
  async () => {
    // on this machine, because a network may refuse the calls at once
    const silentServer = await Bun.udpSocket({ hostname: "127.0.0.153", port: 53 });
    writeFileSync(join(folder, "resolv.conf"), `nameserver ${silentServer.hostname}\n`);
    const script = join(import.meta.dir, `look-up-${process.pid}.ts`);
    writeFileSync(script, LOOK_UP);
    try {
      const command = ["unshare", "-m", "sh", "-c", MOUNT, "sh", folder, process.execPath, script];
      const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
      const timeout = setTimeout(() => child.kill(), 60_000);
      const output = await new Response(child.stdout).text();
      clearTimeout(timeout);
      expect(JSON.parse(output)).toEqual({
        isBlocked: false,
        kinds: ["23TimeoutError", "timed-outExternalServiceError", "unavailableMailError", "StorageError"],
      });
    } finally {
      silentServer.close();
      rmSync(script);
    }
  },
  300_000,
);

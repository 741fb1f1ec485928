import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";

import { extract } from "tar-stream";

import { packImage } from "./image.ts";

type Descriptor = { digest: string; size: number; platform?: { architecture: string } };
type ReadEntry = { name: string; mode: number; uid: number; mtime: number; content: Buffer };

const program = new TextEncoder().encode("the program");
const systemFiles = [{ name: "lib/libc.so.6", mode: 0o755, content: new TextEncoder().encode("the C library") }];
const parts = (["amd64", "arm64"] as const).map((architecture) => ({ architecture, program, system: systemFiles }));
const release = { version: "1.2.3", revision: "25a76fae92c1", seconds: 1_795_460_929 };

async function readTar(tar: Uint8Array): Promise<ReadEntry[]> {
  const readEntries: ReadEntry[] = [];
  const tarStream = extract();
  tarStream.end(tar);
  for await (const entry of tarStream) {
    const { name, mode = 0, uid = 0, mtime } = entry.header;
    const content = Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Uint8Array>));
    readEntries.push({ name, mode, uid, mtime: Number(mtime) / 1000, content });
  }
  return readEntries;
}

const image = await packImage(parts, release);
const files = new Map((await readTar(image)).map(({ name, content }) => [name, content]));
const readBlob = ({ digest, size }: Descriptor) => {
  const content = files.get(`blobs/${digest.replace(":", "/")}`) ?? Buffer.alloc(0);
  expect([content.length, `sha256:${new Bun.CryptoHasher("sha256").update(content).digest("hex")}`]).toEqual([
    size,
    digest,
  ]);
  return content;
};
const readJson = (descriptor: Descriptor) => JSON.parse(readBlob(descriptor).toString());
const [imageIndex] = JSON.parse(files.get("index.json")?.toString() ?? "").manifests;
const manifests: Descriptor[] = readJson(imageIndex).manifests;

describe("the image", () => {
  test("has a variant per architecture with matching layers", async () => {
    expect(manifests.map(({ platform }) => platform?.architecture)).toEqual(["amd64", "arm64"]);
    for (const manifest of manifests) {
      const { config, layers } = readJson(manifest);
      const tars = layers.map((layer: Descriptor) => Bun.gunzipSync(Uint8Array.from(readBlob(layer))));
      const hashes = tars.map((tar: Uint8Array) => new Bun.CryptoHasher("sha256").update(tar).digest("hex"));
      expect(readJson(config).rootfs.diff_ids).toEqual(hashes.map((hash: string) => `sha256:${hash}`));
      const imageFiles: ReadEntry[] = (await Promise.all(tars.map(readTar))).flat();
      expect(imageFiles.find(({ name }) => name === "usr/local/bin/bookclub")?.content.toString()).toBe("the program");
      for (const link of ["hooks/pre-backup", "hooks/post-restore", "usr/local/bin/sleep"])
        expect(imageFiles.map(({ name }) => name)).toContain(link);
      expect(imageFiles.find(({ name }) => name === "storage/")).toMatchObject({ mode: 0o700, uid: 65_532 });
      expect(new Set(imageFiles.map(({ mtime }) => mtime))).toEqual(new Set([release.seconds]));
    }
  });

  test("has the Dockerfile's settings and command", () => {
    const lastStage =
      readFileSync("Dockerfile", "utf8")
        .split(/^FROM .*$/m)
        .at(-1) ?? "";
    const readInstruction = (word: string) => new RegExp(`^${word} (.*)$`, "m").exec(lastStage)?.[1] ?? "";
    for (const manifest of manifests) {
      const { config } = readJson(readJson(manifest).config);
      expect(config.Env).toEqual(["PATH=/usr/local/bin", ...readInstruction("ENV").split(" ")]);
      expect(Object.keys(config.Volumes)).toEqual([readInstruction("VOLUME")]);
      expect(Object.keys(config.ExposedPorts)).toEqual([`${readInstruction("EXPOSE")}/tcp`]);
      expect(config.Entrypoint).toEqual(JSON.parse(readInstruction("ENTRYPOINT")));
      expect(config.StopSignal).toBe(readInstruction("STOPSIGNAL"));
      const [, interval, timeout, start, command = ""] =
        /--interval=(\d+)s --timeout=(\d+)s --start-period=(\d+)s CMD (.*)/.exec(readInstruction("HEALTHCHECK")) ?? [];
      // as long as deploy/update waits for an upgrade
      expect(Number(start)).toBe(3600);
      const nanoseconds = (seconds = "") => Number(seconds) * 1_000_000_000;
      expect(config.Healthcheck).toEqual({
        Test: ["CMD", ...JSON.parse(command)],
        Interval: nanoseconds(interval),
        Timeout: nanoseconds(timeout),
        StartPeriod: nanoseconds(start),
      });
    }
  });

  test("has the same bytes each time", async () => {
    expect(Buffer.from(await packImage(parts, release)).equals(Buffer.from(image))).toBe(true);
    const laterImage = await packImage(parts, { ...release, seconds: release.seconds + 1 });
    expect(Buffer.from(laterImage).equals(Buffer.from(image))).toBe(false);
  });
});

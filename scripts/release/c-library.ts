import { join } from "node:path";

import { extract } from "tar-stream";

import type { TarEntry } from "./tar.ts";

/** Debian 12's C library, which the Linux executables need. A point release of Debian replaces it. */
const C_LIBRARY_VERSION = "2.36-9+deb12u14";
const REPLACED_MESSAGE = `Debian's apt doesn't offer libc6 ${C_LIBRARY_VERSION}. Run apt-get update, or pin the new version in scripts/release/c-library.ts.`;
const CACHE_FOLDER = "node_modules/.cache/bookclub";
const SHA256 = {
  amd64: "ba4f88f73dbc3ae9055f3c20f4523bfdbaf1ad13ff95e258924f77d20b4fbedf",
  arm64: "01f4330719fd4f65580e16ea5a0527f372fca750e8f588d26deaf09f2d3b1cf4",
} as const;

export type Architecture = keyof typeof SHA256;

/** Libraries, loader and license, and their folders. */
const WANTED_FILES =
  /^(?:lib(?:64)?\/(?:[^/]+-linux-gnu\/)?(?:lib(?:c|dl|m|pthread|rt|util)\.so\.\d|ld-linux-.*)?|usr\/(?:share\/(?:doc\/(?:libc6\/(?:copyright)?)?)?)?)$/;

/** Fetches and unpacks Debian's package. @throws Error if it's unavailable or another version */
export async function readCLibrary(architecture: Architecture): Promise<TarEntry[]> {
  const debFile = await fetchPackage(architecture);
  const { exitCode, stdout, stderr } = await Bun.$`dpkg-deb --fsys-tarfile ${debFile}`.quiet().nothrow();
  if (exitCode !== 0) throw new Error(`${debFile} can't be unpacked; dpkg-deb is needed: ${stderr.toString().trim()}`);
  const entries: TarEntry[] = [];
  const tar = extract();
  tar.end(stdout);
  for await (const entry of tar) {
    const content = Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Uint8Array>));
    const name = entry.header.name.replace(/^\.\//, "");
    if (!WANTED_FILES.test(name)) continue;
    const mode = entry.header.mode ?? 0o755;
    if (entry.header.type === "directory") entries.push({ name, mode });
    else if (entry.header.linkname) entries.push({ name, mode, linkTo: entry.header.linkname });
    else entries.push({ name, mode, content });
  }
  return entries;
}

async function fetchPackage(architecture: Architecture): Promise<string> {
  const name = `libc6_${C_LIBRARY_VERSION}_${architecture}.deb`;
  const path = join(CACHE_FOLDER, name);
  if ((await hashOf(path)) === SHA256[architecture]) return path;
  const address = `${await poolFolder()}/${name}`;
  const response = await fetch(address);
  if (response.status === 404) throw new Error(REPLACED_MESSAGE);
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
  await Bun.write(path, await response.bytes());
  if ((await hashOf(path)) !== SHA256[architecture]) throw new Error(`${name} isn't the file that is pinned.`);
  return path;
}

/** The URL of the folder with all architectures, from this machine's apt. */
async function poolFolder(): Promise<string> {
  const { stdout } = await Bun.$`apt-get download --print-uris libc6=${C_LIBRARY_VERSION}`.quiet().nothrow();
  const folder = /^'([^']+)\/[^/']+'/m.exec(stdout.toString())?.[1];
  if (folder === undefined) throw new Error(REPLACED_MESSAGE);
  return folder;
}

async function hashOf(path: string): Promise<string | null> {
  if (!(await Bun.file(path).exists())) return null;
  return new Bun.CryptoHasher("sha256").update(await Bun.file(path).bytes()).digest("hex");
}

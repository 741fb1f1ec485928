import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";

import { writeFully } from "#server/adapters/file-io.ts";
import { drawVariant, isVariant } from "#server/adapters/image-variants.ts";
import { describeError } from "#server/adapters/log.ts";
import type { FileMetadata } from "#server/books/inspect/file-metadata.ts";
import { AppError } from "#server/errors.ts";

import { type Command, UsageError } from "./command.ts";

/** Someone waits for an uploaded file, but nobody for its sentences. */
const [LOW, LOWEST] = [10, 19];
const PIECE_MS = 10;

/** Run by the server for each uploaded file and stored picture, in a child process (`adapters/sandbox.ts`). */
export const inspect: Command = {
  name: "inspect",
  isHidden: true,
  summary: "reads one file for the server, and prints its metadata or writes what it makes of it",
  usage:
    "bookclub inspect epub|m4b|mp3|picture|text|small|catalog|thumbnail|square|compare|outline|align FILE [TARGET]",
  positionals: ["kind", "file", "[target]"],
  run: async ({ positionals: [kind = "", path = "", target = ""], print, environment }) => {
    if (isParentGone(environment["INSPECTED_BY"])) return;
    lowerPriority(kind === "align" && target ? LOWEST : LOW);
    try {
      const around = { target, input: () => Bun.stdin.text(), onProgress: createProgress(print) };
      print(JSON.stringify({ result: await describeFile(kind, path, around) }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      print(JSON.stringify({ error: { code: error.code, message: error.message } }));
    }
  },
};

/** Prints a line for each hundredth of long work, and rests in between. */
function createProgress(print: (line: string) => void): (share: number) => void {
  let last = 0;
  const rest = createRest();
  return (share) => {
    rest();
    const now = Math.floor(share * 100) / 100;
    if (now <= last) return;
    last = now;
    print(JSON.stringify({ progress: now }));
  };
}

/**
 * After each short piece of work, rests for as long as that took of the CPU: where a container's share of it is used up,
 * the kernel holds server and child alike, whatever their priority.
 */
function createRest(): () => void {
  let begun = performance.now();
  let before = process.cpuUsage();
  return () => {
    if (performance.now() - begun < PIECE_MS) return;
    const { user, system } = process.cpuUsage(before);
    Bun.sleepSync((user + system) / 1000);
    begun = performance.now();
    before = process.cpuUsage();
  };
}

type Around = { target: string; input: () => Promise<string>; onProgress?: (share: number) => void };

/**
 * What a file says about itself, for JSON; null when the outcome is in `target`.
 * @throws AppError; UsageError for an unknown kind
 */
export async function describeFile(kind: string, path: string, around: Around): Promise<unknown> {
  try {
    return await read(kind, path, around);
  } catch (error) {
    if (error instanceof AppError || error instanceof UsageError) throw error;
    throw new AppError("invalid", `It can't be read: ${describeError(error)}`);
  }
}

async function read(kind: string, path: string, { target, input, onProgress = () => {} }: Around): Promise<unknown> {
  if (kind === "compare")
    return (await import("#server/books/editions/compare-text.ts")).compareText(path, await input());
  if (kind === "outline") return (await import("#server/books/editions/compare-text.ts")).createStoredOutline(path);
  if (kind === "align") {
    const { alignChapters, alignInSandbox } = await import("#server/alignment/align-in-sandbox.ts");
    if (!target) return alignChapters(path, await input());
    await alignInSandbox(path, { target, input: await input(), onProgress });
    return null;
  }
  if (kind === "text") return (await import("#server/epub/prepare.ts")).prepareEpub(path, target).then(() => null);
  if (isVariant(kind)) return drawTo(target, await drawVariant(kind, path));
  const { encodePicture } = await import("#server/adapters/image-encoder.ts");
  if (kind === "picture") return base64(await encodePicture(await Bun.file(path).bytes()));
  if (kind !== "epub" && kind !== "m4b" && kind !== "mp3") throw new UsageError(`Unknown kind '${kind}'.`);
  const { cover, ...found } = await inspectBook(kind, path);
  // a bad cover is no reason to refuse the book
  const webp = cover && (await encodePicture(cover).catch(() => null));
  const result = { ...found, cover: webp && base64(webp), hasLostCover: cover !== null && webp === null };
  if (kind !== "epub" || !target) return result;
  // after the cover, which takes as much memory as the largest page
  return { ...result, warnings: await (await import("#server/epub/prepare.ts")).prepareEpub(path, target) };
}

async function inspectBook(kind: "epub" | "m4b" | "mp3", path: string): Promise<FileMetadata> {
  if (kind === "epub") return (await import("#server/books/inspect/file-metadata.ts")).inspectEpub(path);
  return (await import("#server/books/inspect/audio.ts")).inspectAudio(path, kind);
}

async function drawTo(target: string, picture: Uint8Array): Promise<null> {
  await writeFully(target, (write) => write(picture));
  return null;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** Whether the server was killed before this process could ask the kernel to end with it. */
function isParentGone(parent: string | undefined): boolean {
  return parent !== undefined && process.ppid !== Number(parent);
}

/** Lets the server go first for CPU, and survive when memory runs out. */
function lowerPriority(priority: number): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
    setPriority(priority);
  } catch {
    // not Linux, or not allowed
  }
}

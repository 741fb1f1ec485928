import { writeFileSync } from "node:fs";
import { setPriority } from "node:os";

import { isDiskFull } from "#db/errors.ts";
import { writeFully } from "#server/adapters/file-io.ts";
import { throwDiskFull } from "#server/adapters/file-writer.ts";
import { drawVariant, isVariant } from "#server/adapters/image-variants.ts";
import { describeError } from "#server/adapters/log.ts";
import { AppError } from "#server/errors.ts";

import { type Command, UsageError } from "./command.ts";

/** Alignments run with the lowest priority, because nobody waits for them. */
const [LOW_PRIORITY, LOWEST_PRIORITY] = [10, 19];
const WORK_INTERVAL_MS = 10;

/** The child process of `adapters/sandbox.ts`. */
export const inspect: Command = {
  isHidden: true,
  summary: "reads one file for the server, and prints its metadata or writes derived files",
  usage: "bookclub inspect epub|m4b|mp3|image|text|small|catalog|thumbnail|square|compare|outline|align FILE [TARGET]",
  positionals: ["kind", "file", "[target]"],
  run: async ({ positionals: [kind = "", path = "", target = ""], print, environment }) => {
    const parent = environment["INSPECTED_BY"];
    // the server was killed before this process asked the kernel to end with it
    if (parent !== undefined && process.ppid !== Number(parent)) return;
    lowerPriority(kind === "align" && target ? LOWEST_PRIORITY : LOW_PRIORITY);
    try {
      const context = { target, input: () => Bun.stdin.text(), onProgress: createProgressPrinter(print) };
      print(JSON.stringify({ result: await describeFile(kind, path, context) }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      print(JSON.stringify({ error: { code: error.code, message: error.message } }));
    }
  },
};

function createProgressPrinter(print: (line: string) => void): (fraction: number) => void {
  let lastFraction = 0;
  const limitCpu = createCpuLimit();
  return (share) => {
    limitCpu();
    const now = Math.floor(share * 100) / 100;
    if (now <= lastFraction) return;
    lastFraction = now;
    print(JSON.stringify({ progress: now }));
  };
}

/** Uses half of a CPU at most, because a container over its quota is paused with the server in it. */
function createCpuLimit(): () => void {
  let startedAt = performance.now();
  let cpuBefore = process.cpuUsage();
  return () => {
    if (performance.now() - startedAt < WORK_INTERVAL_MS) return;
    const { user, system } = process.cpuUsage(cpuBefore);
    Bun.sleepSync((user + system) / 1000);
    startedAt = performance.now();
    cpuBefore = process.cpuUsage();
  };
}

type InspectContext = { target: string; input: () => Promise<string>; onProgress?: (fraction: number) => void };

/** @returns metadata as JSON; null if the result is in `target` @throws AppError; UsageError for an unknown kind */
export async function describeFile(kind: string, path: string, context: InspectContext): Promise<unknown> {
  try {
    return await inspectByKind(kind, path, context);
  } catch (error) {
    if (error instanceof AppError || error instanceof UsageError) throw error;
    if (isDiskFull(error)) throwDiskFull(error);
    throw new AppError("invalid", `It can't be read: ${describeError(error)}`);
  }
}

async function inspectByKind(
  kind: string,
  path: string,
  { target, input, onProgress = () => {} }: InspectContext,
): Promise<unknown> {
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
  if (isVariant(kind)) return writeImage(target, await drawVariant(kind, path));
  const { encodeImage } = await import("#server/adapters/image-encoder.ts");
  if (kind === "image") return toBase64(await encodeImage(await Bun.file(path).bytes()));
  if (kind !== "epub" && kind !== "m4b" && kind !== "mp3") throw new UsageError(`Unknown kind '${kind}'.`);
  const { cover, ...found } =
    kind === "epub"
      ? await (await import("#server/epub/check.ts")).checkEpub(path)
      : await (await import("#server/books/inspect/audio.ts")).inspectAudio(path, kind);
  // an invalid cover doesn't reject the book
  const webp = cover && (await encodeImage(cover).catch(() => null));
  const result = { ...found, cover: webp && toBase64(webp), hasLostCover: cover !== null && webp === null };
  if (kind !== "epub" || !target) return result;
  // not at the same time as the cover, because both take much memory
  return { ...result, warnings: await (await import("#server/epub/prepare.ts")).prepareEpub(path, target) };
}

async function writeImage(target: string, image: Uint8Array): Promise<null> {
  await writeFully(target, (write) => write(image));
  return null;
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** Prefers the server for CPU and memory. */
function lowerPriority(priority: number): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
    setPriority(priority);
  } catch {
    // not on Linux, or not permitted
  }
}

import { readFileSync } from "node:fs";

import { type ErrorCode, HTTP_STATUS } from "#contract/error-codes.ts";
import { AppError } from "#server/errors.ts";

import { observeChunks, readUpTo } from "./chunks.ts";
import { programCommand } from "./program.ts";
import { createQueue } from "./queue.ts";

/** The program takes 50 MB, the largest image 100 MB. */
const MEMORY_MAX_BYTES = 256 * 1024 * 1024;
const CPU_MAX_MS = 60_000;
/** On a busy machine, a child gets a tenth of a core, because its priority is low. */
const TIME_MAX_FACTOR = 10;
const POLL_INTERVAL_MS = 20;
/** The kernel reports CPU time in hundredths of a second to programs. */
const MS_PER_TICK = 10;
/** A thousand chapters and a cover of 1200 pixels. */
const RESULT_MAX_BYTES = 16 * 1024 * 1024;

type Limits = { memoryMaxBytes?: number; cpuMaxMs?: number; timeMaxMs?: number };

export type Sandbox = ReturnType<typeof createSandbox>;

/** `signal` kills the child, which reads `input` besides its file; `onProgress` gets a fraction. */
export type SandboxOptions = {
  signal?: AbortSignal | undefined;
  input?: string | undefined;
  onProgress?: ((fraction: number) => void) | undefined;
};

/** The child exceeded its memory or time, or was killed by the system, which says nothing about the file. */
export class KilledChildError extends AppError {
  constructor() {
    super("invalid", "Reading this file takes too much memory or time. Save it with another program, then try again.");
  }
}

/**
 * Reads untrusted files in a child process (command `inspect`) without secrets, with limited memory and CPU time. Where
 * these can't be measured, only `timeMaxMs` limits it.
 */
export function createSandbox({
  memoryMaxBytes = MEMORY_MAX_BYTES,
  cpuMaxMs = CPU_MAX_MS,
  timeMaxMs = cpuMaxMs * TIME_MAX_FACTOR,
}: Limits = {}) {
  const queue = createQueue({ concurrency: 1 });

  const start = async (args: readonly string[], { signal, input, onProgress }: SandboxOptions): Promise<unknown> => {
    if (signal?.aborted) throw canceledError();
    const child = Bun.spawn([...programCommand(), "inspect", ...args], {
      env: {
        BUN_FEATURE_FLAG_NO_ORPHANS: "1",
        INSPECTED_BY: String(process.pid),
        // makes the garbage collector run earlier: 125 MiB instead of 211 for an audiobook of 11.5 hours
        BUN_JSC_forceRAMSize: String(memoryMaxBytes / 2),
      },
      stdin: input === undefined ? "ignore" : new Blob([input]),
      stdout: "pipe",
      stderr: "ignore",
      timeout: timeMaxMs,
      killSignal: "SIGKILL",
    });
    const kill = () => child.kill("SIGKILL");
    const watchTimer = setInterval(() => {
      const { residentBytes, cpuMs } = readUsage(child.pid);
      if (residentBytes > memoryMaxBytes || cpuMs > cpuMaxMs) kill();
    }, POLL_INTERVAL_MS);
    signal?.addEventListener("abort", kill);
    try {
      const output = observeChunks(child.stdout, (chunk) => onProgress && readProgress(chunk, onProgress));
      const resultBytes = await readUpTo(output, RESULT_MAX_BYTES, () => new KilledChildError());
      await child.exited;
      if (signal?.aborted) throw canceledError();
      return parseResult(resultBytes);
    } finally {
      kill();
      clearInterval(watchTimer);
      signal?.removeEventListener("abort", kill);
    }
  };

  return {
    /** Runs `inspect` with `args`, one child at a time. @throws AppError, KilledChildError; 'malformed' if canceled */
    run: (args: readonly string[], options: SandboxOptions = {}): Promise<unknown> => queue(() => start(args, options)),
  };
}

/** Of all threads; zero after its end, and where only other systems than Linux would know. */
function readUsage(pid: number): { residentBytes: number; cpuMs: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    // the name, in parentheses, may contain anything
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ") ?? [];
    const residentBytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024;
    return { residentBytes, cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK };
  } catch {
    return { residentBytes: 0, cpuMs: 0 };
  }
}

/** Long work prints lines of `{"progress":0.4}` before its result. */
function readProgress(chunk: Uint8Array, onProgress: (share: number) => void): void {
  for (const [, share] of Buffer.from(chunk)
    .toString("latin1")
    .matchAll(/^\{"progress":([\d.]{1,8})\}$/gm))
    onProgress(Number(share));
}

function parseResult(bytes: Buffer): unknown {
  const output = parse(bytes);
  if (typeof output !== "object" || output === null) throw new KilledChildError();
  if ("result" in output) return output.result;
  const error: unknown = "error" in output ? output.error : null;
  if (typeof error !== "object" || error === null || !("code" in error) || !("message" in error))
    throw new KilledChildError();
  throw new AppError(isErrorCode(error.code) ? error.code : "invalid", String(error.message));
}

function parse(output: Buffer): unknown {
  try {
    return JSON.parse(output.toString("utf8").trim().split("\n").at(-1) ?? "");
  } catch {
    return null;
  }
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && code in HTTP_STATUS;
}

function canceledError(): AppError {
  return new AppError("malformed", "The upload was canceled. Nothing was changed.");
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { buildExecutable } from "../../scripts/executable.ts";
import { freePort } from "../../scripts/free-port.ts";
import { executableSources, isStale, webSources } from "../../scripts/stale.ts";
import { endedWithTests } from "./ended-with-tests.ts";
import { STATE_TIMEOUT_MS } from "./poll-until.ts";

type Outcome = { exitCode: number; stdout: string; stderr: string };

type Options = {
  /** In addition to the storage, the port and `TEAM_AVATAR_URL=local`. */
  environment?: Record<string, string>;
  /** An existing folder, which remains; a temporary one by default. */
  storageDir?: string;
  /** A released version's executable, instead of `dist/bookclub`. */
  program?: string;
};

export const ADMIN_PASSWORD = "Claret & clues 1890";

/** The path of `dist/bookclub`, rebuilt if stale. */
export async function executable(): Promise<string> {
  if (isStale("dist/web/index.html", webSources)) {
    // it imports React, which must not load before a component test's DOM
    const { buildWeb } = await import("../../scripts/web/build.ts");
    await buildWeb();
  }
  if (isStale("dist/bookclub", executableSources)) await buildExecutable("dist/bookclub");
  return resolve("dist/bookclub");
}

/**
 * Starts the executable on a free port and waits until it is healthy. @throws Error with its output if it doesn't start
 */
export async function startClub({ environment = {}, storageDir, program: givenProgram }: Options = {}) {
  let program = givenProgram ?? (await executable());
  const storage = storageDir ?? mkdtempSync(join(tmpdir(), "bookclub-test-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: Bun.env["PATH"] ?? "",
    HOST: "127.0.0.1",
    PORT: String(port),
    STORAGE_DIR: storage,
    TEAM_AVATAR_URL: "local",
    ...environment,
  };
  let output = "";
  const start = () => {
    const child = endedWithTests(
      Bun.spawn([program, "serve"], { env, cwd: tmpdir(), stdio: ["ignore", "pipe", "pipe"] }),
    );
    collectOutput(child, (text) => (output += text));
    return child;
  };
  let server = start();

  const untilHealthy = () => untilServing(url, server, () => output);
  const run = (args: string[], input = "") => runCommand(args, { environment: env, input, program });
  const cleanUp = () => (storageDir ? undefined : rmSync(storage, { recursive: true, force: true }));

  try {
    await untilHealthy();
  } catch (error) {
    server.kill("SIGKILL");
    cleanUp();
    throw error;
  }
  return {
    url,
    storageDir: storage,
    /** Its output so far, including the setup link and the log. */
    output: () => output,
    pid: () => server.pid,
    /** Runs another command with the same settings. */
    run,
    /** Creates an admin on the command line. @throws Error with its output */
    makeAdmin: async (username = "ada", password = ADMIN_PASSWORD): Promise<void> => {
      succeed(
        await run(["admin", "create", "--username", username, "--email", `${username}@example.org`], `${password}\n`),
      );
    },
    invite: async (uses = 20): Promise<string> =>
      succeed(await run(["invite", "create", "--uses", String(uses)])).stdout.trim(),
    /** SIGTERM; removes temporary storage. @returns the exit code */
    stop: async (): Promise<number> => {
      server.kill("SIGTERM");
      const code = await server.exited;
      cleanUp();
      return code;
    },
    /** SIGKILL; the storage remains. */
    kill: async (): Promise<void> => {
      server.kill("SIGKILL");
      await server.exited;
    },
    /** Restarts with the same port and storage, from now on with `nextProgram`. */
    restart: async (nextProgram = program): Promise<void> => {
      await server.exited;
      program = nextProgram;
      server = start();
      await untilHealthy();
    },
  };
}

/** Waits for the first response of a started club. @throws Error with its output if it doesn't start */
export async function untilServing(url: string, server: Bun.Subprocess, getOutput: () => string): Promise<void> {
  const deadline = Date.now() + STATE_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    // it prints its links right after the first response
    if (answer?.ok && getOutput().includes("/auth")) return;
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`The club did not start.\n${getOutput()}`);
    await Bun.sleep(20);
  }
}

export type RunningClub = Awaited<ReturnType<typeof startClub>>;

/** Runs a command with only this `environment`, and waits. Doesn't throw if it fails. */
export async function runCommand(
  args: string[],
  {
    environment = {},
    input = "",
    cwd = tmpdir(),
    program,
  }: { environment?: Record<string, string>; input?: string; cwd?: string; program?: string } = {},
): Promise<Outcome> {
  const child = Bun.spawn([program ?? (await executable()), ...args], {
    env: environment,
    cwd,
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  return outcomeOf(child);
}

/** Waits for a program that ends. */
export async function outcomeOf({ stdout, stderr, exited }: Bun.ReadableSubprocess): Promise<Outcome> {
  const texts = [new Response(stdout).text(), new Response(stderr).text()] as const;
  return { stdout: await texts[0], stderr: await texts[1], exitCode: await exited };
}

export function collectOutput({ stdout, stderr }: Bun.ReadableSubprocess, add: (text: string) => void): void {
  for (const stream of [stdout, stderr])
    void stream.pipeTo(new WritableStream({ write: (chunk) => add(new TextDecoder().decode(chunk)) }));
}

function succeed(outcome: Outcome): Outcome {
  if (outcome.exitCode !== 0) throw new Error(outcome.stderr || outcome.stdout);
  return outcome;
}

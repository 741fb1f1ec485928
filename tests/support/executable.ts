import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { buildExecutable } from "../../scripts/executable.ts";
import { freePort } from "../../scripts/free-port.ts";
import { executableSources, isStale, webSources } from "../../scripts/stale.ts";
import { buildWeb } from "../../scripts/web/build.ts";

/** What a command of the executable left behind. */
export type Outcome = { exitCode: number; stdout: string; stderr: string };

type Options = {
  /** Settings beside the storage, the port and `TEAM_AVATAR_URL=local`; the test's own environment is kept out. */
  environment?: Record<string, string>;
  /** An existing storage folder, which is then left in place; a temporary one when left out. */
  storageDir?: string;
};

/** How long a fresh start may take before a journey gives up, in milliseconds. */
const patience = 15_000;
/** The password of the admin that `makeAdmin` creates. */
export const ADMIN_PASSWORD = "Claret & clues 1890";

/** The path of `dist/bookclub`, built first where it is missing or older than its sources. */
export async function executable(): Promise<string> {
  if (isStale("dist/web/index.html", webSources)) await buildWeb();
  if (isStale("dist/bookclub", executableSources)) await buildExecutable("dist/bookclub");
  return resolve("dist/bookclub");
}

/**
 * Starts the compiled club on a free port and waits until it is healthy. Use it as
 *
 *     const club = await startClub();
 *     afterAll(() => club.stop());
 *     await club.makeAdmin();                        // username "ada", password ADMIN_PASSWORD
 *     const code = await club.invite();              // a code for the register form
 *     const page = await browser.page({ club });     // tests/support/browser.ts
 *
 * Throws with the program's output when it does not come up.
 */
export async function startClub({ environment = {}, storageDir }: Options = {}) {
  const program = await executable();
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
  let printed = "";
  const start = () => {
    const child = Bun.spawn([program, "serve"], { env, cwd: tmpdir(), stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) {
      void stream.pipeTo(new WritableStream({ write: (chunk) => void (printed += new TextDecoder().decode(chunk)) }));
    }
    return child;
  };
  let server = start();

  const healthy = async () => {
    const deadline = Date.now() + patience;
    for (;;) {
      const answer = await fetch(`${url}/api/health`).catch(() => null);
      if (answer?.ok) return;
      if (server.exitCode !== null || Date.now() > deadline) throw new Error(`The club did not start.\n${printed}`);
      await Bun.sleep(20);
    }
  };
  const run = (args: string[], input = "") => runCommand(args, { environment: env, input });
  const cleanUp = () => (storageDir ? undefined : rmSync(storage, { recursive: true, force: true }));

  try {
    await healthy();
  } catch (error) {
    server.kill("SIGKILL");
    cleanUp();
    throw error;
  }
  return {
    url,
    storageDir: storage,
    /** Everything that the server has printed so far, the set-up link and the log included. */
    output: () => printed,
    /** The process id of the running server. */
    pid: () => server.pid,
    /** Runs another command of the executable with the same settings, beside the running server. */
    run,
    /** Makes an admin by the command line. Throws with the command's own words when that fails. */
    makeAdmin: async (username = "ada", password = ADMIN_PASSWORD): Promise<void> => {
      succeed(
        await run(["admin", "create", "--username", username, "--email", `${username}@example.org`], `${password}\n`),
      );
    },
    /** A new invitation code that several people may use. */
    invite: async (uses = 20): Promise<string> =>
      succeed(await run(["invite", "create", "--uses", String(uses)])).stdout.trim(),
    /** Asks the server to stop (SIGTERM), removes a temporary storage, and gives the exit code. */
    stop: async (): Promise<number> => {
      server.kill("SIGTERM");
      const code = await server.exited;
      cleanUp();
      return code;
    },
    /** Ends the server as a power cut would; the storage stays. */
    kill: async (): Promise<void> => {
      server.kill("SIGKILL");
      await server.exited;
    },
    /** Starts it again on the same port and storage, after `kill` or a SIGTERM of the test's own. */
    restart: async (): Promise<void> => {
      await server.exited;
      server = start();
      await healthy();
    },
  };
}

export type RunningClub = Awaited<ReturnType<typeof startClub>>;

/**
 * Runs one command of the executable and waits for its end; `environment` is all that it sees, `input` its standard
 * input. Gives the exit code and what was printed, and never throws for a failed command.
 */
export async function runCommand(
  args: string[],
  {
    environment = {},
    input = "",
    cwd = tmpdir(),
  }: { environment?: Record<string, string>; input?: string; cwd?: string } = {},
): Promise<Outcome> {
  const child = Bun.spawn([await executable(), ...args], {
    env: environment,
    cwd,
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

function succeed(outcome: Outcome): Outcome {
  if (outcome.exitCode !== 0) throw new Error(outcome.stderr || outcome.stdout);
  return outcome;
}

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "../../scripts/free-port.ts";
import { executable } from "./executable.ts";
import { until } from "./until.ts";

/** Stands for systemd: runs the club's file, and again when it's told to. */
const SYSTEMCTL = `#!/bin/sh
stop() {
  [ -f "$CLUB/pid" ] || return 0
  kill "$(cat "$CLUB/pid")" 2> /dev/null
  while kill -0 "$(cat "$CLUB/pid")" 2> /dev/null; do sleep 0.05; done
}
stop
[ "$1" = stop ] && exit 0
setsid "$CLUB/bin/bookclub" serve >> "$CLUB/log" 2>&1 < /dev/null &
echo $! > "$CLUB/pid"
`;

/** A new version that starts, upgrades the database, and never answers. */
const NEVER_ANSWERS = (program: string) => `#!/bin/sh
[ "$1" = doctor ] && exit 0
BUN_BE_BUN=1 exec ${program} -e '
  const { Database } = require("bun:sqlite");
  const folder = process.env.STORAGE_DIR;
  const db = new Database(folder + "/bookclub.db");
  const { user_version: from } = db.query("PRAGMA user_version").get();
  if (from < 999) {
    require("fs").mkdirSync(folder + "/backups", { recursive: true });
    db.run("VACUUM INTO " + JSON.stringify(folder + "/backups/before-upgrade-from-" + from + ".db").replaceAll("\\"", "\\u0027"));
    db.run("PRAGMA user_version = 999");
  }
  db.close();
  setInterval(() => {}, 1000);
'
`;

/** Counts each program before it's called, and ends the script before the one that CUT_AT names. */
const COUNTED = `step() {
  echo "$*" >> "$CLUB/steps"
  [ "$(wc -l < "$CLUB/steps")" -ne "\${CUT_AT:-0}" ] || { kill -KILL $$; exit 1; }
}
${["chmod", "cp", "curl", "grep", "ln", "ls", "mv", "rm", "sha256sum", "sync", "systemctl"]
  .map((program) => `${program}() { step ${program} "$@"; command ${program} "$@"; }\n`)
  .join("")}`;

/** A club as deploy/ installs it, with a service that a script stands for. Call \`remove\` at the end. */
export async function createUpdatedClub() {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-update-"));
  const at = (...path: string[]) => join(folder, ...path);
  for (const name of ["bin", "path", "storage"]) mkdirSync(at(name));
  const program = await executable();
  copyFileSync(program, at("bin/bookclub"));
  copyFileSync(program, at("new"));
  const write = (name: string, text: string) => {
    writeFileSync(at(name), text);
    chmodSync(at(name), 0o755);
  };
  write("path/systemctl", SYSTEMCTL);
  write("bad", NEVER_ANSWERS(program));
  write("update", readFileSync("deploy/update", "utf8").replace("set -eu\n", `set -eu\n${COUNTED}`));
  const port = await freePort();
  const environment = {
    PATH: `${at("path")}:${Bun.env["PATH"]}`,
    CLUB: folder,
    BOOKCLUB: at("bin/bookclub"),
    SERVICE: "bookclub",
    HEALTH: `http://127.0.0.1:${port}/api/health`,
    PATIENCE: "4",
    STORAGE_DIR: at("storage"),
    PORT: String(port),
    TEAM_AVATAR_URL: "local",
  };
  const update = (more: Record<string, string>, ...args: string[]) => {
    rmSync(at("steps"), { force: true });
    const env = { ...environment, ...more };
    return Bun.spawn([at("update"), ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  };
  Bun.spawnSync([at("path/systemctl"), "restart"], { env: environment });
  const answers = async () => (await fetch(environment.HEALTH).catch(() => null))?.ok === true;
  await until(answers);
  const toItsEnd = async (run: ReturnType<typeof update>) => {
    const [said, faults] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()]);
    return { code: await run.exited, said: said + faults };
  };
  return {
    at,
    /** Runs it to its end. */
    updated: (...args: string[]) => toItsEnd(update({}, ...args)),
    /** The same without saying where the club answers. */
    updatedUnasked: (...args: string[]) => toItsEnd(update({ HEALTH: "" }, ...args)),
    /** The programs that the last update called, one a line, also in a session of its own. */
    steps: () => readFileSync(at("steps"), "utf8").trim().split("\n"),
    /** Runs it until a power cut before this step, from 1; then the machine starts again. */
    cutAt: async (step: number, ...args: string[]): Promise<void> => {
      const run = update({ CUT_AT: String(step) }, ...args);
      await new Response(run.stderr).text();
      await run.exited;
      Bun.spawnSync([at("path/systemctl"), "restart"], { env: environment });
    },
    answers,
    /** With an admin, its doctor finds nothing to fix. */
    makeHealthy: async () => {
      const args = ["admin", "create", "--username", "ada", "--email", "ada@example.org"];
      const run = Bun.spawn([at("bin/bookclub"), ...args], {
        env: environment,
        stdin: Buffer.from("Claret & clues\n"),
      });
      await run.exited;
    },
    hash: (name: string) => new Bun.CryptoHasher("sha256").update(readFileSync(at(name))).digest("hex"),
    isUnfinished: () => existsSync(at("bin/bookclub.updating")),
    remove: () => {
      Bun.spawnSync([at("path/systemctl"), "stop"], { env: environment });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

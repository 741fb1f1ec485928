import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort } from "../../scripts/free-port.ts";
import { executable, outcomeOf } from "./executable.ts";
import { until } from "./poll-until.ts";

/** Replaces systemd: runs the club's file with the unit's settings, and restarts it on request. */
const SYSTEMCTL = `#!/bin/sh
running() { [ -f "$FOLDER/pid" ] && kill -0 "$(cat "$FOLDER/pid")" 2> /dev/null; }
case "$1" in
  show) [ "$2" != --property=Environment ] || cat "$FOLDER/unit"; exit 0 ;;
  reset-failed) exit 0 ;;
  start) running && exit 0 ;;
esac
if running; then
  kill "$(cat "$FOLDER/pid")" 2> /dev/null
  while running; do sleep 0.05; done
fi
[ "$1" != stop ] || exit 0
set -a
eval "export $(cat "$FOLDER/unit")"
setsid "$FOLDER/bin/bookclub" serve >> "$FOLDER/log" 2>&1 < /dev/null &
echo $! > "$FOLDER/pid"
`;

/** Like sudo, it passes no environment on. */
const SUDO = `#!/bin/sh
shift 2
exec env -i "PATH=$PATH" "$@"
`;

/** A new version that starts, upgrades the database, is killed in between, continues, and never responds. */
const hangingProgram = (program: string) => `#!/bin/sh
[ "$1" = doctor ] && exit 0
BUN_BE_BUN=1 exec ${program} -e '
  const { Database } = require("bun:sqlite");
  const folder = process.env.STORAGE_DIR;
  const db = new Database(folder + "/bookclub.db");
  const { user_version: from } = db.query("PRAGMA user_version").get();
  require("fs").mkdirSync(folder + "/backups", { recursive: true });
  for (let version = from; version < 1000; version = version < 999 ? 999 : 1000) {
    const copy = folder + "/backups/before-upgrade-from-" + version;
    const free = require("fs").existsSync(copy + ".db") ? copy + "-" + Date.now() + ".db" : copy + ".db";
    // a copy is complete or absent, like the real ones
    require("fs").rmSync(free + ".partial", { force: true });
    db.run("VACUUM INTO " + JSON.stringify(free + ".partial").replaceAll("\\"", "\\u0027"));
    require("fs").renameSync(free + ".partial", free);
    db.run("PRAGMA user_version = " + (version < 999 ? 999 : 1000));
  }
  db.close();
  setInterval(() => {}, 1000);
'
`;

const PROGRAMS = ["awk", "chmod", "cp", "flock", "grep", "ln", "ls", "mv", "rm", "sha256sum", "sync", "timeout"];

/** Counts each program before it's called. CUT_AT ends the script before that one, FAIL_AT makes it fail. */
const STEP_FUNCTION = `step() {
  echo "$*" | tr '\\n' ' ' >> "$FOLDER/steps"
  echo >> "$FOLDER/steps"
  at=$(wc -l < "$FOLDER/steps")
  [ "$at" -ne "\${CUT_AT:-0}" ] || { kill -KILL $$; exit 1; }
  [ "$at" -ne "\${FAIL_AT:-0}" ]
}
${PROGRAMS.map((program) => `${program}() { step ${program} "$@" && command ${program} "$@"; }\n`).join("")}`;

/**
 * A club installed as in deploy/, with a script in place of systemd. Call \`remove\` at the end. @param oldProgram the running
 * program, by default ours
 */
export async function createUpdatedClub(oldProgram?: string) {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-update-"));
  const at = (...path: string[]) => join(folder, ...path);
  for (const name of ["bin", "path", "storage"]) mkdirSync(at(name));
  const program = await executable();
  copyFileSync(oldProgram ?? program, at("bin/bookclub"));
  copyFileSync(program, at("new"));
  const write = (name: string, text: string) => {
    writeFileSync(at(name), text);
    chmodSync(at(name), 0o755);
  };
  write("path/systemctl", SYSTEMCTL);
  write("path/sudo", SUDO);
  write("bad", hangingProgram(program));
  copyFileSync("deploy/club", at("club"));
  const script = readFileSync("deploy/update", "utf8").replace("DOCTOR_SECONDS=600", "DOCTOR_SECONDS=5");
  write("update", script.replace("set -eu\n", `set -eu\n${STEP_FUNCTION}`));
  const port = await freePort();
  const settings = {
    STORAGE_DIR: at("storage"),
    PORT: String(port),
    TEAM_AVATAR_URL: "local",
    // a value with a space, and the key for which a restore requires encryption
    CLUB_NAME: "Our Book Club",
    // nothing listens there, and calls to the club itself must not use it
    http_proxy: "http://127.0.0.1:9",
    BACKUP_KEY: "0123456789abcdef".repeat(4),
  };
  writeFileSync(
    at("unit"),
    Object.entries(settings)
      .map(([name, value]) => `"${name}=${value}"`)
      .join(" "),
  );
  const url = `http://127.0.0.1:${port}/api/health`;
  const environment = {
    PATH: `${at("path")}:${Bun.env["PATH"]}`,
    FOLDER: folder,
    BOOKCLUB: at("bin/bookclub"),
    SERVICE: "bookclub",
    HEALTH: url,
    PATIENCE: "4",
  };
  const systemctl = (action: string) => Bun.spawnSync([at("path/systemctl"), action], { env: environment });
  const update = (settings: Record<string, string>, ...args: string[]) => {
    rmSync(at("steps"), { force: true });
    const env = { ...environment, ...settings };
    return Bun.spawn([at("update"), ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  };
  systemctl("restart");
  const isServing = async () => (await fetch(url).catch(() => null))?.ok === true;
  await until(isServing);
  const runToEnd = async (run: ReturnType<typeof update>) => {
    const { exitCode, stdout, stderr } = await outcomeOf(run);
    return { code: exitCode, said: stdout + stderr };
  };
  return {
    at,
    write,
    program,
    url,
    updated: (...args: string[]) => runToEnd(update({}, ...args)),
    /** The same with more of the script's settings. */
    updatedWith: (settings: Record<string, string>, ...args: string[]) => runToEnd(update(settings, ...args)),
    /** Runs it, piping its output into a program. */
    updatedInto: (reader: string, ...args: string[]) => {
      const command = ["sh", "-c", `"$@" 2>&1 | ${reader}`, "sh", at("update"), ...args];
      return Bun.spawn(command, { env: environment, stdio: ["ignore", "ignore", "ignore"] }).exited;
    },
    update: (...args: string[]) => update({}, ...args),
    /** The programs that the last update called, one per line, even from another session. */
    steps: () => readFileSync(at("steps"), "utf8").trim().split(/ *\n/),
    /** Runs it until a power cut before this step, from 1; then the machine starts again. */
    cutAt: async (step: number, ...args: string[]): Promise<void> => {
      const run = update({ CUT_AT: String(step) }, ...args);
      await new Response(run.stderr).text();
      await run.exited;
      systemctl("restart");
    },
    answers: isServing,
    systemctl,
    /** Adds an admin, so that its doctor finds nothing to fix. */
    makeHealthy: async () => {
      const args = ["admin", "create", "--username", "ada", "--email", "ada@example.org"];
      const run = Bun.spawn([at("bin/bookclub"), ...args], { env: settings, stdin: Buffer.from("Claret & clues\n") });
      await run.exited;
    },
    hash: (name: string) => new Bun.CryptoHasher("sha256").update(readFileSync(at(name))).digest("hex"),
    isUnfinished: () => existsSync(at("bin/bookclub.updating")),
    /** The copies that upgrades made. */
    copies: () => (existsSync(at("storage/backups")) ? readdirSync(at("storage/backups")) : []),
    remove: () => {
      systemctl("stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

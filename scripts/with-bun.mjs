// Runs one of the scripts beside this file, given by name, under the pinned Bun, after installing what the lock file
// names. It is plain JavaScript because it has to run before anything is set up: under Node (npm) or under any Bun.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const pinned = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.bun;
const isWindows = process.platform === "win32";

const [name = "", ...rest] = process.argv.slice(2);
const script = join(root, "scripts", `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || !existsSync(script)) {
  console.error(`There is no script named "${name}" in the scripts folder.`);
  process.exit(2);
}

process.chdir(root);
const [command, ...prefix] = findBun();
const install = spawnSync(command, [...prefix, "install", "--frozen-lockfile", "--silent"], {
  stdio: "inherit",
  shell: isWindows,
});
if (install.status !== 0) {
  console.error("The packages that bun.lock names could not be installed; see the lines above.");
  process.exit(1);
}

// A process of its own even where this one is the right Bun: that one has already seen that there are no packages.
const child = spawn(command, [...prefix, script, ...rest], { stdio: "inherit", shell: isWindows });
// A terminal sends Ctrl+C to the child as well; passing it on would count as the second, impatient one.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));

/** The command that runs the pinned Bun: this process, the one on PATH, or the one npm or Bun can fetch. */
function findBun() {
  if (process.versions.bun === pinned) return [process.execPath];
  const onPath = spawnSync("bun", ["--version"], { encoding: "utf8", shell: isWindows });
  if (onPath.status === 0 && onPath.stdout.trim() === pinned) return ["bun"];
  if (process.versions.bun) return [process.execPath, "x", `bun@${pinned}`];
  return ["npx", "--yes", `bun@${pinned}`];
}

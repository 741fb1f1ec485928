// Runs a script from this folder with the pinned Bun, after installing packages. Plain JavaScript, because it runs
// first, under Node or any Bun.
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
const bun = findBun();
const install = spawnSync(bun, ["install", "--frozen-lockfile", "--silent"], { stdio: "inherit" });
if (install.status !== 0) {
  console.error("The packages that bun.lock names could not be installed; see the lines above.");
  process.exit(1);
}

// A new process, because this one has already cached that there are no packages.
const child = spawn(bun, [script, ...rest], { stdio: "inherit" });
// Ctrl+C reaches the child on its own; forwarding it would count as a second one.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
// npm kills only the shell above this process.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500);
child.on("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));

function findBun() {
  if (process.versions.bun === pinned) return process.execPath;
  const fetched = process.versions.bun ? [process.execPath, "x", `bun@${pinned}`] : ["npx", "--yes", `bun@${pinned}`];
  for (const [command, ...prefix] of [["bun"], fetched]) {
    // Run by path, because npx doesn't forward signals.
    const tell = [...prefix, "-p", "process.versions.bun+process.execPath"];
    const { status, stdout } = spawnSync(command, tell, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", prefix.length > 0 ? "inherit" : "ignore"],
      shell: isWindows,
    });
    if (status === 0 && stdout.startsWith(pinned)) return stdout.trim().slice(pinned.length);
  }
  console.error(`This needs Bun ${pinned}, which is neither here nor could it be fetched: see the lines above.`);
  process.exit(1);
}

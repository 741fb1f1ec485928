import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { closeDatabase } from "#db/open.ts";
import { runCommand } from "#server/cli/run.ts";
import { readConfig } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { openStorage } from "#server/storage.ts";

import { DEMO_PASSWORD } from "./demo/people.ts";
import { type DemoClub, seedDemoClub } from "./demo/seed.ts";
import { isStale, webSources } from "./stale.ts";
import { buildWeb } from "./web/build.ts";

// `npm run demo`: a whole club on a throw-away storage, from the sources, with the web app as it is shipped.
const PORTS_TRIED = 50;
const host = process.env.HOST ?? "127.0.0.1";

if (isStale("dist/web/index.html", webSources)) {
  console.log("Building the web app …");
  await buildWeb();
}
process.env.NODE_ENV ??= "production";

const storageDir = await mkdtemp(join(tmpdir(), "bookclub-demo-"));
process.on("exit", () => rmSync(storageDir, { recursive: true, force: true }));
process.on("SIGHUP", () => process.exit(129));

const { PUBLIC_URL: _, ...environment } = process.env;
const settings = {
  TEAM_AVATAR_URL: "local",
  LOG_LEVEL: "warn",
  ...environment,
  HOST: host,
  PORT: String(await freePort(Number(process.env.PORT ?? 3000))),
  STORAGE_DIR: storageDir,
};
console.log("Making the demo club …");
const club = await seed();

process.exitCode = await runCommand(["serve"], {
  environment: settings,
  print: (line) => console.log(line.startsWith("Sign in") ? `${line}\n\n${signIns(club)}` : `\n${line}`),
  tell: (line) => console.error(line),
});
process.exit();

async function seed(): Promise<DemoClub> {
  const config = readConfig(settings);
  const db = openStorage(storageDir);
  try {
    const deps = createDeps(config, db);
    return await seedDemoClub(deps, { now: deps.clock.now() });
  } finally {
    closeDatabase(db);
  }
}

function signIns({ admin, members, invitation }: DemoClub): string {
  const people = [admin, ...members].map(
    ({ username, displayName, isAdmin }) => `  ${username.padEnd(10)} ${displayName}${isAdmin ? " (admin)" : ""}`,
  );
  return `Everybody's password is: ${DEMO_PASSWORD}

${people.join("\n")}

Join by invitation: ${invitation.link}

Nothing is kept: the storage goes when the demo ends (Ctrl+C).
`;
}

/** The first port from `wanted` on that nothing listens on. */
async function freePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + PORTS_TRIED; port++) if (await isFree(port)) return port;
  throw new Error(`Ports ${wanted} to ${wanted + PORTS_TRIED - 1} are all in use: set PORT to another.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

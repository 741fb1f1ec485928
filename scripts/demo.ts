import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { runCommand } from "#server/cli/run.ts";
import { type Config, ConfigError, readConfig } from "#server/config.ts";

import tour from "../demo/tour.json" with { type: "json" };
import { startDemoMail } from "./demo/mail.ts";
import { DEMO_PASSWORD } from "./demo/people.ts";
import type { DemoClub } from "./demo/seed.ts";
import { seedStorage } from "./demo/seeded.ts";
import { tryPort } from "./free-port.ts";
import { isStale, webSources } from "./stale.ts";
import { buildWeb } from "./web/build.ts";

// `npm run demo`: runs a club with sample data on temporary storage.
const PORTS_TRIED = 50;

if (isStale("dist/web/index.html", webSources)) {
  console.log("Building the web app …");
  await buildWeb();
}
process.env.NODE_ENV ??= "production";

const storageDir = await mkdtemp(join(tmpdir(), "bookclub-demo-"));
process.on("exit", () => rmSync(storageDir, { recursive: true, force: true }));
process.on("SIGHUP", () => process.exit(129));

// another public URL would break links and cookies
const { PUBLIC_URL: _, ...environment } = process.env;
const mail = await startDemoMail();
const settings = {
  TEAM_AVATAR_URL: "local",
  LOG_LEVEL: "warn",
  ...environment,
  ...mail.environment,
  STORAGE_DIR: storageDir,
};
const { host, port: requestedPort } = checkedSettings();
const port = String(await firstFreePort(host, requestedPort));
// passkeys need a hostname, and browsers allow this one without https
const publicUrl = host === "127.0.0.1" ? { PUBLIC_URL: `http://localhost:${port}` } : {};
const serverSettings = { ...settings, ...publicUrl, PORT: port };
console.log("Creating the demo club …");
const club = await seedStorage(serverSettings);

process.exitCode = await runCommand(["serve"], {
  environment: serverSettings,
  print: (line) => console.log(line.startsWith("Sign in") ? `${line}\n\n${signIns(club, line)}` : `\n${line}`),
  printError: (line) => console.error(line),
});
process.exit();

function checkedSettings(): Config {
  try {
    return readConfig(settings);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function signIns({ admin, members, invitation }: DemoClub, line: string): string {
  const origin = /http:\S+(?=\/auth)/.exec(line)?.[0] ?? "";
  const addresses = tour.map(({ path, text }) => `  ${`${origin}${path}`.padEnd(origin.length + 18)}${text}`);
  const people = [admin, ...members].map(
    ({ username, displayName, isAdmin }) => `  ${username.padEnd(10)} ${displayName}${isAdmin ? " (admin)" : ""}`,
  );
  return `The password of all members is: ${DEMO_PASSWORD}

${people.join("\n")}

Join by invitation: ${invitation.link}

Take this two-minute tour as teo, who is in the middle of the book:

${addresses.join("\n")}

The demo's mail is sent only to ${mail.address}

The demo's data is deleted when you stop it with Ctrl+C.
`;
}

async function firstFreePort(host: string, requestedPort: number): Promise<number> {
  for (let port = requestedPort; port < Math.min(requestedPort + PORTS_TRIED, 65_536); port++) {
    const freePort = await tryPort(host, port);
    if (freePort !== null) return freePort;
  }
  console.error(`No free port from ${requestedPort} on: set PORT to another, and check HOST.`);
  process.exit(1);
}

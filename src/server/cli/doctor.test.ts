import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { VERSION } from "#server/config.ts";
import { createClub } from "#tests/support/club.ts";

import { runCommand } from "./run.ts";

let storage: string;
beforeEach(() => {
  storage = mkdtempSync(join(tmpdir(), "bookclub-doctor-"));
});
afterEach(() => rmSync(storage, { recursive: true, force: true }));

const runDoctor = async (args: string[], environment: Record<string, string> = {}) => {
  const lines: string[] = [];
  const errors: string[] = [];
  const settings = { STORAGE_DIR: storage, ...environment };
  const output = {
    environment: settings,
    print: (line: string) => lines.push(line),
    printError: (line: string) => errors.push(line),
  };
  return { code: await runCommand(args, output), out: lines, errors };
};
const expectDoctor = async (environment: Record<string, string> = {}) => {
  const { code, out } = await runDoctor(["doctor"], environment);
  return { code, text: out.join("\n"), fix: out.filter((line) => line.startsWith("FIX")) };
};
/** A healthy club: it has an admin, and only its own account can read it. */
async function makeClub() {
  await runDoctor(["invite", "create"]);
  for (const name of readdirSync(storage)) chmodSync(join(storage, name), name.includes(".") ? 0o600 : 0o700);
}

test("ignores the README in the storage folder", async () => {
  const readme = join(storage, "README.md");
  copyFileSync("storage/README.md", readme);
  chmodSync(readme, 0o644);
  expect((await expectDoctor()).fix[0]).toContain(`There is no club in ${storage} yet`);
  await makeClub();
  chmodSync(readme, 0o644);
  expect((await expectDoctor()).fix).toEqual([expect.stringContaining("There is no admin yet")]);
  mkdirSync(join(storage, "backups"), { mode: 0o700 });
  const backup = join(storage, "backups", "club.tar");
  for (const args of [["verify"], ["backup", backup], ["restore", backup]])
    expect({ args, ...(await runDoctor(args)) }).toMatchObject({ args, code: 0 });
  expect(readFileSync(readme, "utf8")).toBe(readFileSync("storage/README.md", "utf8"));
  expect(readdirSync(storage).filter((name) => name.startsWith("replaced-"))).toHaveLength(1);
});

describe("the doctor", () => {
  test("lists every wrong setting at once", async () => {
    const { code, fix } = await expectDoctor({ PORT: "x", CLUB_TIME_ZONE: "Mars", PUBLIC_URL: "club" });
    expect(code).toBe(1);
    expect(fix).toHaveLength(3);
  });

  test("creates no club where there is none", async () => {
    const { code, fix } = await expectDoctor();
    expect(code).toBe(1);
    expect(fix[0]).toContain(`There is no club in ${storage} yet`);
    expect(readdirSync(storage)).toEqual([]);
  });

  test("says what to fix", async () => {
    await makeClub();
    expect((await expectDoctor()).fix).toEqual([expect.stringContaining("There is no admin yet")]);
    chmodSync(join(storage, "bookclub.db"), 0o644);
    expect((await expectDoctor()).text).toContain(`Other accounts may read ${join(storage, "bookclub.db")}`);
    expect((await expectDoctor({ AWS_REGION: "us-east-1" })).text).toContain(
      "FIX   Mail: It's only partly set up: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, EMAIL_FROM missing.",
    );
    expect((await expectDoctor({ HOST: "0.0.0.0" })).text).toContain("FIX   Address: PUBLIC_URL is not set");
  });

  test("reports backups that link to an unmounted disk", async () => {
    await makeClub();
    symlinkSync(join(storage, "not-mounted"), join(storage, "backups"));
    expect((await expectDoctor()).text).toContain(
      `FIX   Backups: ${join(storage, "backups")} is a link to a folder that isn't there: mount its disk.`,
    );
  });

  test("reports a damaged database", async () => {
    await makeClub();
    writeFileSync(join(storage, "bookclub.db"), "not a database ".repeat(1000));
    const { code, fix } = await expectDoctor();
    expect(code).toBe(1);
    expect(fix[0]).toContain("is damaged: restore a backup");
  });

  test("checks that the public address leads to this club", async () => {
    await makeClub();
    const club = await createClub();
    let respond: (request: Request) => Response | Promise<Response> = (request) => club.handler.fetch(request);
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => respond(request) });
    const PUBLIC_URL = server.url.origin;
    expect((await expectDoctor({ PUBLIC_URL })).text).toContain(`ok    Address: The club answers at ${PUBLIC_URL}.`);
    respond = () => Response.json({ status: "ok", version: "0.0.1" });
    expect((await expectDoctor({ PUBLIC_URL })).text).toContain(
      `answers as version 0.0.1, but this program is ${VERSION}`,
    );
    respond = () => Response.json({ status: "upgrading" }, { status: 503 });
    expect((await expectDoctor({ PUBLIC_URL })).text).toContain(
      `note  Address: The club at ${PUBLIC_URL} is being upgraded: run doctor again when that is done.`,
    );
    respond = () => Response.json({ status: "incomplete" });
    expect((await expectDoctor({ PUBLIC_URL })).text).toContain(`ok    Address: The club answers at ${PUBLIC_URL}.`);
    respond = () => Response.json({ message: "Busy" }, { status: 503, headers: { "x-bookclub": "1" } });
    expect((await expectDoctor({ PUBLIC_URL })).text).toContain("answers 503: the server's log says why");
    respond = () => new Response("<h1>Welcome to nginx!</h1>");
    expect((await expectDoctor({ PUBLIC_URL })).text).toContain("not like a book club");
    respond = () => Response.redirect("https://elsewhere.example/");
    expect((await expectDoctor({ PUBLIC_URL })).text).toContain("redirects to https://elsewhere.example/");
    await server.stop(true);
    expect((await expectDoctor({ PUBLIC_URL })).text).toContain(`Nothing answers at ${PUBLIC_URL}/api/health`);
    club.close();
  });

  test("reports an incomplete backup, and the age of a complete one", async () => {
    await makeClub();
    await runDoctor(["backup"]);
    expect((await expectDoctor()).text).toContain(
      "ok    Backups: The last good one is 0 hours old, with 0 nights kept.",
    );
    const oldRecord = { at: "2026-01-02T03:04:05Z", kind: "file", outcome: "whole", message: "" };
    const record = join(storage, "backups", "record.json");
    writeFileSync(record, JSON.stringify({ last: oldRecord, lastGoodAt: oldRecord.at }));
    expect((await expectDoctor()).text).toMatch(/FIX {3}Backups: The last good one is \d+ days old/);
    const futureRecord = { ...oldRecord, at: "2199-01-02T03:04:05Z" };
    writeFileSync(record, JSON.stringify({ last: futureRecord, lastGoodAt: futureRecord.at }));
    expect((await expectDoctor()).text).toContain("The last good one is from 2199-01-02T03:04:05Z, in the future");
    writeFileSync(record, JSON.stringify({ last: { ...oldRecord, outcome: "failed", message: "The disk is full." } }));
    expect((await expectDoctor()).text).toContain("is failed: The disk is full.");
  });
});

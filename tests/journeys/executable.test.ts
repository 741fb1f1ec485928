import { afterAll, expect, test } from "bun:test";
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

import { callAsAdmin } from "#tests/support/api-client.ts";
import { ADMIN_PASSWORD, executable, runCommand, startClub } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { m4b } from "#tests/support/m4b.ts";
import { until } from "#tests/support/poll-until.ts";

import manifest from "../../package.json" with { type: "json" };

const club = await startClub({ environment: { NODE_ENV: "development", PUBLIC_URL: "https://club.example.org" } });
const folder = mkdtempSync(join(tmpdir(), "bookclub-stray-"));
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(club.url + path, { headers: { "accept-encoding": "br", ...headers }, decompress: false });

afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true });
});

test("serves the page and all its files from the executable", async () => {
  const html = await (await get("/", { "accept-encoding": "identity" })).text();
  const assetPaths = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? "");
  expect(assetPaths.length).toBeGreaterThan(2);
  for (const path of assetPaths) {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const encoding = response.headers.get("content-encoding");
    if (path.endsWith(".woff2")) expect(encoding).toBeNull();
    // compression may save too little in smaller files
    else if ((await response.bytes()).byteLength >= 200) expect(encoding).toBe("br");
  }
});

test("serves the season's image at an encoded or plain space", async () => {
  for (const season of ["winter", "spring", "summer", "fall"]) {
    const answers = [await get(`/images/book%20mouse%20${season}.jpg`), await get(`/images/book mouse ${season}.jpg`)];
    for (const response of answers) {
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("image/jpeg");
      expect((await response.bytes()).subarray(0, 3)).toEqual(Uint8Array.of(0xff, 0xd8, 0xff));
    }
  }
});

test("runs in production mode whatever the environment says", async () => {
  const failure = await get("/%E0%A4%A");
  expect(failure.status).toBe(400);
  expect(failure.headers.get("content-type")).toStartWith("application/json");
  expect(Object.keys((await failure.json()) as object)).toEqual(["message"]);
  await until(() => club.output().includes("https://club.example.org/auth?setup="));
  expect(failure.headers.get("strict-transport-security")).toContain("max-age");
});

test("reads only its storage from the working directory (O07)", async () => {
  const strayFolder = join(folder, "stray");
  mkdirSync(strayFolder);
  for (const name of [".env", ".env.local", ".env.production", ".env.development"])
    writeFileSync(
      join(strayFolder, name),
      "PORT=nonsense\nCLUB_TIME_ZONE=Nowhere\nSTORAGE_DIR=elsewhere\nBUN_BE_BUN=1\n",
    );
  writeFileSync(join(strayFolder, "bunfig.toml"), 'preload = ["./gone.ts"]\n');
  for (const name of ["package.json", "tsconfig.json"]) writeFileSync(join(strayFolder, name), "{ no JSON");
  const args = ["admin", "create", "--username", "ada", "--email", "ada@example.org"];
  const outcome = await runCommand(args, { cwd: strayFolder, input: `${ADMIN_PASSWORD}\n` });
  expect(outcome).toMatchObject({ exitCode: 0, stderr: "ada is an admin now.\n" });
  expect(existsSync(join(strayFolder, "storage/bookclub.db"))).toBe(true);
  expect(existsSync(join(strayFolder, "elsewhere"))).toBe(false);
});

test.skipIf(process.platform !== "linux")("inspects uploads after an update has replaced its file", async () => {
  const program = join(folder, "bookclub");
  copyFileSync(await executable(), program);
  const replacedClub = await startClub({ program });
  await replacedClub.makeAdmin();
  const admin = await callAsAdmin(replacedClub);
  rmSync(program);
  writeFileSync(program, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const { id } = await jsonOf(admin.call("POST", "/api/books", { title: "Emma", author: "Jane", month: "2026-03" }));
  const form = new FormData();
  form.append("bookId", String(id));
  form.append("audiobook", new File([new Uint8Array(m4b({ seconds: 4 }))], "emma.m4b"));
  expect((await admin.call("POST", "/api/upload/audiobook", form)).status).toBe(201);
  await replacedClub.stop();
});

test("is plain Bun with BUN_BE_BUN=1, without storage (O07)", async () => {
  const storage = join(folder, "untouched");
  const environment = { BUN_BE_BUN: "1", STORAGE_DIR: storage };
  for (const verb of ["serve", "version", "backup"]) {
    const outcome = await runCommand([verb], { environment, cwd: folder });
    expect(outcome.exitCode).toBe(1);
    expect(outcome.stderr).toContain("Script not found");
  }
  expect(existsSync(storage)).toBe(false);
});

test("fails if its output can't be written", async () => {
  const program = await executable();
  const run = (script: string) => {
    const env = { STORAGE_DIR: club.storageDir, PATH: Bun.env["PATH"] ?? "", program };
    const { exitCode, stderr } = Bun.spawnSync(["bash", "-c", script], { env });
    return { exitCode, stderr: stderr.toString() };
  };
  for (const verb of ["--help", "version", "invite create", "invite list", "verify", "backup"]) {
    const result = run(`"$program" ${verb} > /dev/full`);
    expect({ verb, ...result }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("The output can't be") });
    expect(result.stderr).not.toContain("    at ");
  }
  const unread = run('exec 3> >(true); wait $!; "$program" version >&3');
  expect(unread).toEqual({ exitCode: 1, stderr: "" });
  expect(run('"$program" version')).toEqual({ exitCode: 0, stderr: "" });
});

test("clears Bun's own variables in the service files (O07)", async () => {
  const variableNames = ["BUN_BE_BUN", "BUN_OPTIONS", "BUN_INSPECT", "BUN_INSPECT_CONNECT_TO"];
  const readDeployFile = (name: string) => readFileSync(join("deploy", name), "utf8");
  expect(readDeployFile("bookclub.service")).toContain(`\nUnsetEnvironment=${variableNames.join(" ")}\n`);
  for (const name of variableNames) expect(readDeployFile("compose.yaml")).toContain(`\n      ${name}: ""\n`);
  const emptyVariables = Object.fromEntries(variableNames.map((name) => [name, ""]));
  expect(await runCommand(["version"], { environment: emptyVariables })).toMatchObject({ exitCode: 0, stderr: "" });

  const settings = join(folder, "bookclub.env");
  writeFileSync(settings, "BUN_BE_BUN=1\nBUN_OPTIONS='--preload ./gone.ts'\n");
  writeFileSync(join(folder, "sudo"), '#!/bin/sh\nshift 2\nexec "$@"\n', { mode: 0o755 });
  const wrapper = readDeployFile("club")
    .replaceAll("/var/lib/$name", club.storageDir)
    .replaceAll("/etc/$name.env", settings)
    .replaceAll("/usr/local/bin/bookclub", await executable());
  const env = { PATH: `${folder}:${Bun.env["PATH"]}`, BUN_BE_BUN: "1" };
  const result = Bun.spawnSync(["sh", "-c", wrapper, "club", "version"], { env });
  expect(result.exitCode).toBe(0);
  const [version, built] = result.stdout.toString().trim().split(" ");
  expect(version).toBe(manifest.version);
  expect(built).toMatch(/^\((?:[0-9a-f]{12}|dev)\)$/);
});

test("reads settings files as systemd does, or says why not", () => {
  const [settings, storage] = [join(folder, "as-systemd.env"), join(folder, "our club")];
  mkdirSync(storage, { recursive: true });
  const lines = [
    "; a comment",
    "EMAIL_FROM=Our Club <club@example.org>",
    "SMTP_URL=smtps://me:pa$$w&rd#1@mail.example.org",
    "CLUB_NAME = Ann's Book Club\r",
    'S3_SECRET_ACCESS_KEY="a\\"b$HOME`id`\\n"',
    "BACKUP_KEY='$x'\"y\"",
    "TEAM_NAME=The \\",
    "Team\\'s",
    `STORAGE_DIR=${storage}`,
    "",
  ];
  writeFileSync(settings, lines.join("\n"));
  const path = join(folder, "as-systemd");
  mkdirSync(path, { recursive: true });
  chmodSync(folder, 0o711);
  const run = (sudo: string) => {
    writeFileSync(join(path, "sudo"), `#!/bin/sh\nshift 2\nexec ${sudo} "$@"\n`, { mode: 0o755 });
    const wrapper = readFileSync("deploy/club", "utf8").replaceAll("/etc/$name.env", settings);
    const env = { PATH: `${path}:${Bun.env["PATH"]}`, BOOKCLUB: "/usr/bin/env" };
    const { exitCode, stdout, stderr } = Bun.spawnSync(["sh", "-c", wrapper, "club"], { env });
    return { exitCode, stdout: stdout.toString().split("\n"), stderr: stderr.toString() };
  };
  expect(run("env")).toMatchObject({
    exitCode: 0,
    stderr: "",
    stdout: expect.arrayContaining([
      "EMAIL_FROM=Our Club <club@example.org>",
      "SMTP_URL=smtps://me:pa$$w&rd#1@mail.example.org",
      "CLUB_NAME=Ann's Book Club",
      'S3_SECRET_ACCESS_KEY=a"b$HOME`id`\\n',
      "BACKUP_KEY=$xy",
      "TEAM_NAME=The Team's",
      `PWD=${storage}`,
    ]),
  });
  // systemd can read the file, but the club's account can't
  chmodSync(settings, 0);
  const otherUser = process.getuid?.() === 0 ? "setpriv --reuid 65534 --clear-groups" : "env";
  expect(run(otherUser)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining(`must be able to read ${settings}.`),
  });
});

test("all wrong settings are reported at once, with exit code 1", async () => {
  const outcome = await runCommand(["serve"], {
    environment: { PORT: "abc", PUBLIC_URL: "club", STORAGE_DIR: join(folder, "storage") },
  });
  expect(outcome.exitCode).toBe(1);
  expect(outcome.stderr).toContain("PORT");
  expect(outcome.stderr).toContain("PUBLIC_URL");
});

test("prints a usage error, and a sentence for a port in use", async () => {
  expect((await runCommand(["dance"])).exitCode).toBe(2);
  const outcome = await runCommand(["serve"], {
    environment: { PORT: new URL(club.url).port, STORAGE_DIR: join(folder, "storage") },
  });
  expect(outcome.exitCode).toBe(1);
  expect(outcome.stderr).toContain("in use");
  expect(outcome.stderr.trim().split("\n")).toHaveLength(1);
  const environment = { HOST: "club.invalid", STORAGE_DIR: join(folder, "storage") };
  const unknownHost = await runCommand(["serve"], { environment });
  expect(unknownHost.stderr).toContain("Can't listen on club.invalid");
});

test("serves no file from storage or outside the build", async () => {
  const names = ["/bookclub.db", "/storage/bookclub.db", "/data/app.db", "/.env", "/.git/config", "/package.json"];
  const outsidePaths = [
    "/assets/..%2f..%2fbookclub.db",
    "/..%2fbookclub.db",
    "/api/covers/..%2f..%2fbookclub.db",
    "/%2e%2e/.env",
  ];
  for (const path of [...names, ...outsidePaths]) {
    const response = await get(path);
    expect(`${path} ${response.status}`).toMatch(/ (?:401|404)$/);
    expect(response.headers.get("content-type")).toStartWith("application/json");
  }
  const text = async (path: string) => (await get(path, { "accept-encoding": "identity" })).text();
  const [page, notFoundBody] = [await text("/"), '{"message":"Nothing here."}'];
  for (const folder of ["/assets/", "/images/"]) expect(await text(folder)).toBe(page);
  expect(await text("/api/")).toBe(notFoundBody);
  expect((await get("/api/avatars/")).status).toBe(401);
});

test("restarts after a power cut with data and sessions (S07)", async () => {
  await club.makeAdmin();
  const ada = await callAsAdmin(club);
  await club.kill();
  await club.restart();
  expect((await ada.call("GET", "/api/auth/user")).status).toBe(200);
  const secondRun = await club.run(
    ["admin", "create", "--username", "ada", "--email", "ada@example.org"],
    "Port & plots 7\n",
  );
  expect(secondRun.exitCode).toBe(1);
});

test("contains the API's description with examples", async () => {
  const admin = await callAsAdmin(club);
  const { paths } = await jsonOf(admin.call("GET", "/api/docs/openapi.json"));
  expect(Object.keys(paths).length).toBeGreaterThan(100);
  expect(paths["/api/posts"].get.responses[200].content["application/json"].example[0].content).toBe("Two Riojas");
});

import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "bookclub-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pathOf = (name: string) => join(folder, name);
const writeProgram = (name: string, text: string) => {
  writeFileSync(pathOf(name), `#!/bin/sh\n${text}\n`);
  chmodSync(pathOf(name), 0o755);
};
mkdirSync(pathOf("storage dir"));
writeProgram("sudo", 'echo "$2" > "$(dirname "$0")/account"\nshift 2\nexec env -i "PATH=$PATH" "$@"');

/** The settings that a command gets if \`systemctl show\` prints this. */
async function settings(
  unitProperties: { User?: string; Environment?: string; EnvironmentFiles?: string },
  clubName = "",
) {
  const cases = Object.entries(unitProperties).map(
    ([name, text]) => `--property=${name}) cat << 'END'\n${text}\nEND\n;;`,
  );
  writeProgram("systemctl", `echo "$4" > "$(dirname "$0")/unit"\ncase $2 in\n${cases.join("\n")}\nesac`);
  const env = { PATH: `${folder}:${Bun.env["PATH"]}`, BOOKCLUB: "/usr/bin/env", CLUB: clubName };
  const child = Bun.spawn(["deploy/club"], { env, stdout: "pipe", stderr: "pipe" });
  const [text, errorText] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect(errorText).toBe("");
  const readSetting = (name: string) => Bun.file(pathOf(name)).text();
  const values = Object.fromEntries(text.split("\n").map((line) => line.split(/=(.*)/s).slice(0, 2)));
  return { values, unit: (await readSetting("unit")).trim(), account: (await readSetting("account")).trim() };
}

test("runs a command with the unit's variables, its files' last", async () => {
  writeFileSync(pathOf("one.env"), `PORT=3001\nCLUB_NAME="The Mice's Club"\n`);
  writeFileSync(pathOf("other file.env"), "PORT=3002\n");
  for (const name of ["b", "a"]) writeFileSync(pathOf(`more ${name}.conf`), `HOST=${name}\n`);
  const { values, unit, account } = await settings({
    Environment: `"STORAGE_DIR=${pathOf("storage dir")}" PORT=3000 "EMAIL_FROM=\\"Club\\" <club@example.org>" BUN_OPTIONS=--x`,
    EnvironmentFiles: `${pathOf("one.env")} (ignore_errors=yes)\n${pathOf("other file.env")} (ignore_errors=no)\n${pathOf("none.env")} (ignore_errors=yes)\n${pathOf("more [ab].c*")} (ignore_errors=no)`,
  });
  expect(values).toMatchObject({
    STORAGE_DIR: pathOf("storage dir"),
    PORT: "3002",
    CLUB_NAME: "The Mice's Club",
    HOST: "b",
    EMAIL_FROM: '"Club" <club@example.org>',
    PWD: pathOf("storage dir"),
  });
  expect(values).not.toHaveProperty("BUN_OPTIONS");
  expect([unit, account]).toEqual(["bookclub", "bookclub"]);
});

test("uses the unit of the chosen club", async () => {
  const { unit, account } = await settings({ Environment: `STORAGE_DIR=${folder}` }, "wine");
  expect([unit, account]).toEqual(["bookclub@wine", "bookclub-wine"]);
  const otherSettings = await settings({ Environment: `STORAGE_DIR=${folder}`, User: "readers" });
  expect([otherSettings.unit, otherSettings.account]).toEqual(["bookclub", "readers"]);
});

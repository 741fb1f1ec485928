import { expect, test } from "bun:test";

import { commandsOf } from "./support/commands.ts";

const documents = ["*.md", "{art,demo,docs}/**/*.md"].flatMap((glob) => [...new Bun.Glob(glob).scanSync(".")]);

/** The test that runs a command, or does the same, and the text that proves it. */
const RUN: [command: RegExp, test: string, words: string][] = [
  [/^npm run demo$/, "tests/nightly/first-hour.test.ts", '"npm run demo"'],
  [/^npm start$/, "tests/nightly/first-hour.test.ts", '"npm start"'],
  [/^bun run dev$/, "tests/nightly/development.test.ts", "scripts/dev.ts"],
  [/^bun (?:run )?build( |$)/, "tests/support/executable.ts", "buildExecutable"],
  [/^(?:mkdir drill|cd drill|STORAGE_DIR=\$PWD\/storage )/, "tests/journeys/drill.test.ts", "docs/backup.md"],
  [/^club (?:doctor|backup|restore)/, "tests/journeys/moving-house.test.ts", '"backup"'],
  [/^sed .*deploy\/Caddyfile/, "tests/nightly/caddy.test.ts", "deploy/Caddyfile"],
];

/** What no test runs, and why. */
const BY_HAND: [command: RegExp, why: string][] = [
  [/^npm test$|^bun run (?:check|test:nightly)$/, "they run the tests"],
  [/^bun run bench$/, "measures for minutes; docs/performance.md has its figures"],
  [/^bun run art/, "draws for 90 seconds; its pictures are in the tree"],
  [/^(?:ssh|scp) /, "between two machines"],
  [/^(?:apt-get|useradd|printf|chmod|chown|cp|install|mv|cd|grep) /, "the system's own, as root"],
  [/^(?:systemctl|journalctl) /, "needs systemd as its first process; deploying.test.ts checks the unit"],
  [/^docker compose /, "needs Docker; deploying.test.ts starts the image's files in an empty root"],
  [/^rclone /, "tried by hand on 2026-11-21"],
];

/** Splits a line at `&&`, `;` and pipes outside of quotes. */
const apart = (line: string): string[] => line.split(/&&|;|\|(?![^(]*\))/).map((command) => command.trim());

test("every command in a document is run by a test, or says why not", async () => {
  const lines = (await Promise.all(documents.map(commandsOf))).flat().filter(Boolean);
  expect(lines.length).toBeGreaterThan(30);
  const commands = [...new Set(lines.flatMap(apart))];
  const known = [...RUN, ...BY_HAND];
  expect(commands.filter((command) => !known.some(([pattern]) => pattern.test(command)))).toEqual([]);
  // and the lists have no outdated entries
  expect(known.filter(([pattern]) => !commands.some((command) => pattern.test(command)))).toEqual([]);
});

test.each(RUN)("%p is run by %s", async (_command, path, words) => {
  expect(await Bun.file(path).text()).toContain(words);
});

import { expect, test } from "bun:test";

import manifest from "../package.json" with { type: "json" };
import { commandsOf } from "./support/commands.ts";

const documents = ["*.md", "{art,demo,docs,storage}/**/*.md"].flatMap((glob) => [...new Bun.Glob(glob).scanSync(".")]);

/** The test that runs a command, or does the same, and the text that proves it. */
const TESTED_COMMANDS: [command: RegExp, test: string, words: string][] = [
  [/^npm run demo$/, "tests/nightly/first-hour.test.ts", '"npm run demo"'],
  [/^npm start$/, "tests/nightly/first-hour.test.ts", '"npm start"'],
  [/^bun run dev$/, "tests/nightly/development.test.ts", "scripts/dev.ts"],
  [/^bun (?:run )?build( |$)/, "tests/support/executable.ts", "buildExecutable"],
  [/^(?:mkdir drill|cd drill|STORAGE_DIR=\$PWD\/storage )/, "tests/journeys/drill.test.ts", "docs/backup.md"],
  [/^deploy\/update /, "tests/support/updated-club.ts", '"deploy/update"'],
  [/^(?:(?:BOOKCLUB|CLUB)=\S+ )?club (?:doctor|backup|restore)/, "tests/nightly/server-migration.test.ts", '"backup"'],
  [/^sed .*deploy\/Caddyfile/, "tests/nightly/caddy.test.ts", "deploy/Caddyfile"],
];

/** Commands that no test runs, with the reason. */
const MANUAL_COMMANDS: [command: RegExp, why: string][] = [
  [/^npm test$|^bun run (?:check|test:nightly)$/, "they run the tests"],
  [/^bun run api$/, "every build runs it"],
  [/^bun run release$/, "tests/nightly/release.test.ts makes two"],
  [/^bun run bench$/, "measures for minutes; docs/performance.md has its figures"],
  [/^bun run art$/, "renders what has changed; tests/nightly/images.test.ts renders every image"],
  [/^(?:ssh|scp) /, "between two machines"],
  [/^until (?:CLUB=\S+ )?club healthcheck$|^do sleep 1$|^done$/, "waits for the first start, tried on an empty Debian"],
  [/^once deploy |^--env PORT=80 /, "needs ONCE; its source was read, nobody has tried it"],
  [/^(?:apt-get|useradd|printf|chmod|chown|cp|install|mv|rm|cd|grep) /, "the system's own, as root"],
  [/^(?:systemctl|journalctl) /, "needs systemd as its first process; deploying.test.ts checks the unit"],
  [/^docker (?:compose|load) /, "needs Docker; deploying.test.ts starts the image's files in an empty root"],
  [/^(?:xattr|codesign) /, "needs a Mac"],
  [/^rclone /, "tried by hand on 2026-11-21"],
];

/** Commands within a sentence that no test runs, with the reason. */
const INLINE_COMMANDS: [command: RegExp, why: string][] = [
  [/^(?:npm|bun)(?: run| x)?$/, "names the program"],
  [/^bun test( |$)/, "runs tests"],
  [/^bun (?:fmt|check) |^node_modules\/\.bin\/oxlint$/, "`bun run check` runs them"],
  [/^bun add /, "changes package.json"],
  [/^bun scripts\/save-upgrade-fixture\.ts$/, "tests/journeys/upgrade.test.ts upgrades what it writes"],
  [/^bun audit$/, "not every registry answers it"],
  [/^bookclub (?:--help|\[serve\])$/, "src/server/cli/run.test.ts runs them"],
  [/^litestream /, "tried by hand on 2026-11-21"],
];

/** The club's commands in sentences and tables, each with the test that runs it. */
const CLUB_COMMANDS: Record<string, string> = {
  "admin create": "src/server/cli/run.test.ts",
  "admin reset-password": "src/server/cli/run.test.ts",
  "invite create": "src/server/cli/run.test.ts",
  "book import": "src/server/cli/book.test.ts",
  "email send-monthly": "src/server/cli/email.test.ts",
  "media to-s3": "src/server/cli/media.test.ts",
  "media to-disk": "src/server/cli/media.test.ts",
  backup: "tests/nightly/server-migration.test.ts",
  restore: "tests/nightly/server-migration.test.ts",
  verify: "tests/nightly/server-migration.test.ts",
  doctor: "tests/nightly/server-migration.test.ts",
  healthcheck: "tests/nightly/deploying.test.ts",
  version: "tests/journeys/executable.test.ts",
};

/** Scripts of package.json that no test runs as documented, with the reason. */
const SCRIPTS: Record<string, string> = {
  start: "tests/nightly/first-hour.test.ts runs it",
  demo: "tests/nightly/first-hour.test.ts runs it",
  dev: "tests/nightly/development.test.ts runs its script",
  test: "runs the tests",
  check: "runs the tests",
  "test:nightly": "runs the tests",
  release: "tests/nightly/release.test.ts runs it twice",
  build: "every journey builds",
  "build:web": "every journey builds",
  api: "every build runs it",
  art: "tests/nightly/images.test.ts renders every image",
  bench: "measures for minutes; docs/performance.md has its figures",
  lighthouse: "measures for minutes; docs/performance.md has its figures",
  screenshots: "tests/nightly/screens.test.ts takes two of them",
  packages: "scripts/packages.test.ts runs its script",
};

/** Splits a line at `&&`, `;` and pipes outside of quotes. */
const splitCommands = (line: string): string[] => line.split(/&&|;|\|(?![^(]*\))/).map((command) => command.trim());

test("runs every command in a document, or says why not", async () => {
  const lines = (await Promise.all(documents.map(commandsOf))).flat().filter(Boolean);
  expect(lines.length).toBeGreaterThan(30);
  const commands = [...new Set(lines.flatMap(splitCommands))];
  const patterns = [...TESTED_COMMANDS, ...MANUAL_COMMANDS];
  expect(commands.filter((command) => !patterns.some(([pattern]) => pattern.test(command)))).toEqual([]);
  // and the lists have no outdated entries
  expect(patterns.filter(([pattern]) => !commands.some((command) => pattern.test(command)))).toEqual([]);
});

test.each(TESTED_COMMANDS)("%p is run by %s", async (_command, path, command) => {
  expect(await Bun.file(path).text()).toContain(command);
});

test("runs every command within a sentence, or says why not", async () => {
  const lines = (await Promise.all(documents.map(inlineCommandsOf))).flat();
  const commands = [...new Set(lines.flatMap((line) => line.split("&&")))].map((command) => command.trim());
  expect(commands.length).toBeGreaterThan(30);
  const usedPatterns = new Set<string>();
  const unknownCommands = commands.filter((command) => {
    if ([...TESTED_COMMANDS, ...MANUAL_COMMANDS, ...INLINE_COMMANDS].some(([pattern]) => pattern.test(command)))
      return false;
    const [, subcommand = ""] = /^(?:bookclub|club) ([a-z][a-z ]*[a-z0-9]*(?:-[a-z0-9]+)*)/.exec(command) ?? [];
    const clubCommand = Object.keys(CLUB_COMMANDS).find(
      (name) => subcommand === name || subcommand.startsWith(`${name} `),
    );
    const [, script = ""] = /^(?:npm|bun) run ([a-z:]+)/.exec(command) ?? [];
    if (clubCommand) usedPatterns.add(clubCommand);
    return !clubCommand && !(script in SCRIPTS);
  });
  expect(unknownCommands).toEqual([]);
  expect(Object.keys(CLUB_COMMANDS).filter((name) => !usedPatterns.has(name))).toEqual([]);
  expect(Object.keys(SCRIPTS).toSorted()).toEqual(Object.keys(manifest.scripts).toSorted());
});

test.each(Object.entries(CLUB_COMMANDS))("%s is run by %s", async (name, path) => {
  const quotedWords = name.split(" ").map((word) => `"${word}"`);
  expect((await Bun.file(path).text()).replaceAll(/\s+/g, " ")).toContain(quotedWords.join(", "));
});

/** Commands within a sentence or a table: code that begins with a program's name and has an argument. */
async function inlineCommandsOf(document: string): Promise<string[]> {
  const text = (await Bun.file(document).text()).replace(/^ *```[^]*?^ *```$/gm, "").replaceAll(/\s+/g, " ");
  const code = [...text.matchAll(/`([^`]+)`/g)].map(([, inlineText = ""]) => inlineText);
  return code.filter((command) =>
    /^(?:npm|bun|bookclub|club|litestream|systemctl) \S|^node_modules\/\.bin\//.test(command),
  );
}

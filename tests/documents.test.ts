import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const sources = [...new Bun.Glob("{src,tests,scripts}/**/*.{ts,tsx}").scanSync(".")];

const documents = ["*.md", "{art,demo,docs,storage}/**/*.md", "{art,storage}/README.md"].flatMap((pattern) => [
  ...new Bun.Glob(pattern).scanSync("."),
]);

/** Files that a document names but that don't exist. It may omit leading folders. */
async function missingFiles(document: string, atLeast: number): Promise<string[]> {
  const namedFiles = (await Bun.file(document).text()).match(/[\w./*-]+\.tsx?\b/g) ?? [];
  expect(namedFiles.length).toBeGreaterThan(atLeast);
  return [...new Set(namedFiles)].filter((name) => {
    const glob = new Bun.Glob(`**/${name}`);
    return !sources.some((path) => glob.match(path));
  });
}

test("finds each file that docs/testing.md names", async () => {
  expect(await missingFiles("docs/testing.md", 25)).toEqual([]);
});

test("finds each file that documents tell you to test or read", async () => {
  const namedFiles: string[] = [];
  for (const document of documents) {
    const text = await Bun.file(document).text();
    for (const [, path = ""] of text.matchAll(/`(?:bun test )?((?:src|tests|scripts)\/[\w./-]+)`/g))
      namedFiles.push(path);
  }
  expect(namedFiles.length).toBeGreaterThan(40);
  expect(namedFiles.filter((path) => !existsSync(path) && !/NAME|RESOURCE/.test(path))).toEqual([]);
});

test("the first evening's walks are short, and their files exist", async () => {
  const [, walksText = ""] = (await Bun.file("docs/first-evening.md").text()).split(
    "## Follow a book through the code",
  );
  const [section = ""] = walksText.split("\n## ");
  const tables = section.split("\n\n").filter((part) => part.startsWith("|"));
  const lists = tables.map((table) =>
    table.split("\n").flatMap((row) => {
      const [, , folder = "", files = ""] = row.split("|");
      return [...files.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => join(folder.replaceAll(/[`\s]/g, ""), name));
    }),
  );
  expect(lists.flat().filter((path) => !existsSync(path))).toEqual([]);
  expect(lists.map((list) => list.length - new Set(list).size)).toEqual([0, 0]);
  const [ebook = [], sentence = []] = lists;
  expect([ebook.length <= 35, sentence.length <= 40]).toEqual([true, true]);
  expect(Math.min(ebook.length, sentence.length)).toBeGreaterThan(30);
});

test("the first evening's test calls helpers of its file", async () => {
  const tutorial = await Bun.file("docs/first-evening.md").text();
  const [, path = "", snippet = ""] = /in `(\S+)`, add this[^`]+`[^`]+`\.\n\n```ts\n([^]*?)```/.exec(tutorial) ?? [];
  const helpers = [...snippet.matchAll(/\bawait (\w+)\(/g)].map(([, name = ""]) => name);
  expect(helpers.length).toBeGreaterThan(1);
  const testText = await Bun.file(path).text();
  expect(helpers.filter((name) => !testText.includes(`const ${name} =`))).toEqual([]);
});

test("each promise of docs/testing.md is named by a test", async () => {
  const [, promises = ""] = (await Bun.file("docs/testing.md").text()).split("## Promises");
  const ids = [...promises.matchAll(/\b([A-Z]{1,2})(\d\d)(?: to \1(\d\d))?/g)].flatMap(
    ([, letters = "", first, last]) => {
      const [from, to] = [Number(first), Number(last ?? first)];
      return Array.from({ length: to - from + 1 }, (_, index) => letters + String(from + index).padStart(2, "0"));
    },
  );
  expect(ids.length).toBeGreaterThan(100);
  const testPaths = sources.filter((path) => path.startsWith("tests/") || /\.test\.tsx?$/.test(path));
  const testedIds = new Set(
    (await Promise.all(testPaths.map((path) => Bun.file(path).text()))).flatMap(
      (text) => text.match(/\b[A-Z]{1,2}\d\d\b/g) ?? [],
    ),
  );
  expect(ids.filter((id) => !testedIds.has(id))).toEqual([]);
});

/** Lines in a document's code fences. */
async function commandsOf(document: string): Promise<string[]> {
  const blocks = (await Bun.file(document).text()).match(/^```sh\n[^]*?^```$/gm) ?? [];
  return blocks.flatMap((block) => block.split("\n").slice(1, -1));
}

test.each(["docs/deploy.md", "docs/backup.md"])(
  "no command of %s sends the service's account to a home that it may not enter",
  async (document) => {
    const clubCommands = (await commandsOf(document)).filter((line) => /\bclub (?:backup|restore)\b/.test(line));
    expect(clubCommands.length).toBeGreaterThan(1);
    expect(clubCommands.filter((line) => /\bclub (?:backup|restore) \/root\b/.test(line))).toEqual([]);
  },
);

test("each compose command passes the required settings", async () => {
  const dockerCommands = (await commandsOf("docs/deploy.md")).filter((line) => line.startsWith("docker compose"));
  expect(dockerCommands.length).toBeGreaterThan(1);
  expect(dockerCommands.filter((line) => !line.includes("--env-file club.env"))).toEqual([]);
});

/** GitHub's anchor for a heading: lower case, hyphens for spaces, no other punctuation. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(" ", "-");

test("finds the file and heading of each link between documents", async () => {
  expect(documents.length).toBeGreaterThan(20);
  const brokenLinks: string[] = [];
  for (const document of documents) {
    const text = await Bun.file(document).text();
    for (const [, target = ""] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = "", heading] = target.split("#");
      const file = path ? join(dirname(document), path) : document;
      if (!existsSync(file)) brokenLinks.push(`${document}: ${target}`);
      if (!heading) continue;
      const headings = [...(await Bun.file(file).text()).matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
        anchor(title),
      );
      if (!headings.includes(heading)) brokenLinks.push(`${document}: ${target}`);
    }
  }
  expect(brokenLinks).toEqual([]);
});

test("keeps ARCHITECTURE.md within 100 lines (DESIGN 4)", async () => {
  expect((await Bun.file("ARCHITECTURE.md").text()).trimEnd().split("\n").length).toBeLessThanOrEqual(100);
});

test("finds every file that ARCHITECTURE.md names", async () => {
  const text = await Bun.file("ARCHITECTURE.md").text();
  const names = (text.match(/(?<![\w/])[\w./-]+\.(?:tsx?|css)\b/g) ?? []).filter(
    (name) => !/RESOURCE|MODULE|NAME/.test(name),
  );
  expect(names.length).toBeGreaterThan(20);
  const files = [
    ...sources,
    ...new Bun.Glob("*.ts").scanSync("."),
    ...new Bun.Glob("{src,scripts}/**/*.{ts,css}").scanSync("."),
  ];
  expect(names.filter((name) => !files.some((path) => `/${path}`.endsWith(`/${name}`)))).toEqual([]);
});

test("reads every variable that docs/testing.md names in a test", async () => {
  const namedVariables = (await Bun.file("docs/testing.md").text()).match(/\bNIGHTLY_[A-Z_]+/g) ?? [];
  expect(namedVariables.length).toBeGreaterThan(1);
  const sourceText = (await Promise.all(sources.map((path) => Bun.file(path).text()))).join("\n");
  expect(namedVariables.filter((name) => !sourceText.includes(`Bun.env["${name}"]`))).toEqual([]);
});

test("has every documented command in package.json", async () => {
  const { scripts } = (await Bun.file("package.json").json()) as { scripts: Record<string, string> };
  const text = (await Bun.file("README.md").text()) + (await Bun.file("CONTRIBUTING.md").text());
  const namedScripts = [...text.matchAll(/\b(?:bun|npm) run ([a-z:]+)/g)].map(([, name = ""]) => name);
  expect(namedScripts.length).toBeGreaterThan(5);
  expect(namedScripts.filter((name) => !(name in scripts))).toEqual([]);
});

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { epub } from "#tests/support/epub.ts";
import { png } from "#tests/support/images.ts";
import { m4b } from "#tests/support/m4b.ts";
import { mp3 } from "#tests/support/mp3.ts";

import { withDeps } from "./command.ts";
import { runCommand } from "./run.ts";

let folder: string;
let storage: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "bookclub-import-"));
  storage = join(folder, "storage");
  const image = await png();
  writeFileSync(join(folder, "Emma.epub"), epub({ cover: "c.png" }, [{ name: "OEBPS/c.png", data: image }]));
  writeFileSync(join(folder, "Emma.m4b"), m4b({ narrator: "Nora", seconds: 90, indexAtEnd: true }));
  writeFileSync(join(folder, "cover.png"), await png(20, 30));
  writeFileSync(join(folder, "bad.epub"), "no book");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const createEnvironment = () => ({ STORAGE_DIR: storage });
const bookOptions = ["--title", "Emma", "--author", "Jane Austen", "--month", "2026-03"];
const runImport = async (...args: string[]) => {
  const output: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(["book", "import", ...args], {
    environment: createEnvironment(),
    print: (line) => output.push(line),
    printError: (line) => errors.push(line),
  });
  return { code, out: output, errors };
};
const listBooks = () => withDeps(createEnvironment(), (deps) => deps.stores.books.list());

test("imports a book with its files and their details", async () => {
  const files = ["--ebook", join(folder, "Emma.epub"), "--audiobook", join(folder, "Emma.m4b")];
  expect(await runImport(...bookOptions, ...files, "--isbn", "978-0-14-143958-7")).toEqual({
    code: 0,
    out: ["1"],
    errors: [],
  });
  expect(await listBooks()).toMatchObject([
    {
      title: "Emma",
      isbn: "9780141439587",
      ebookFilename: "Emma.epub",
      audiobookFilename: "Emma.m4b",
      audiobookNarrator: "Nora",
      audiobookDuration: "2 mins",
      coverImage: expect.stringContaining("/api/covers/"),
    },
  ]);
  expect(readdirSync(join(storage, "tmp"))).toEqual([]);
});

test.each([
  ["Emma.mp3", mp3({ seconds: 30 })],
  ["Emma.m4b", m4b({ seconds: 30, indexAtEnd: true })],
])("importing %s again, which is rewritten, changes nothing", async (name, bytes) => {
  writeFileSync(join(folder, name), bytes);
  await runImport(...bookOptions, "--audiobook", join(folder, name));
  const booksBefore = await listBooks();
  await runImport(...bookOptions, "--audiobook", join(folder, name));
  expect(await listBooks()).toEqual(booksBefore);
});

test("adds only what was missing when an import is repeated", async () => {
  const firstResult = await runImport(...bookOptions, "--ebook", join(folder, "Emma.epub"));
  const secondResult = await runImport(
    ...bookOptions,
    "--ebook",
    join(folder, "Emma.epub"),
    "--audiobook",
    join(folder, "Emma.m4b"),
  );
  expect(secondResult).toMatchObject({ code: 0, out: firstResult.out });
  expect(secondResult.errors).toEqual(["“Emma” already exists for 2026-03: only new files are added."]);
  expect(await listBooks()).toMatchObject([{ ebookFilename: "Emma.epub", audiobookFilename: "Emma.m4b" }]);
  expect(readdirSync(join(storage, "books", firstResult.out[0] ?? ""))).toHaveLength(2);
});

test("given fields win over the files' metadata", async () => {
  const givenOptions = ["--narrator", "Anna", "--duration", "long", "--cover", join(folder, "cover.png")];
  await runImport(
    ...bookOptions,
    "--audiobook",
    join(folder, "Emma.m4b"),
    "--ebook",
    join(folder, "Emma.epub"),
    ...givenOptions,
  );
  const [newBook] = await listBooks();
  expect(newBook).toMatchObject({ audiobookNarrator: "Anna", audiobookDuration: "long" });
  const cover = await withDeps(createEnvironment(), (deps) =>
    Bun.file(deps.disk.absolute(newBook?.coverImage?.replace("/api/", "") ?? "")).bytes(),
  );
  expect(await new Bun.Image(cover).metadata()).toMatchObject({ width: 20, height: 30 });
});

test.each<[string, string[], 1 | 2, RegExp]>([
  ["a file that is not there", ["--ebook", "/nowhere/x.epub"], 1, /there is no file/],
  ["a file that is no book", ["--ebook", "bad.epub"], 1, /not a usable EPUB/],
  ["a file of another type", ["--audiobook", "Emma.epub"], 1, /must be an \.m4b or \.mp3/],
  ["a cover that is no picture", ["--cover", "bad.epub"], 1, /a picture/],
  ["an invalid month", ["--month", "2026-13"], 2, /--month: The month must be like/],
  ["an invalid ISBN", ["--isbn", "12"], 2, /--isbn: The ISBN must have/],
])("%s leaves no book behind", async (_, [option = "", value = ""], code, message) => {
  const path = value.includes(".") && !value.startsWith("/") ? join(folder, value) : value;
  const result = await runImport(...bookOptions, option, path);
  expect(result.code).toBe(code);
  expect(result.errors[0]).toMatch(message);
  expect(await listBooks()).toEqual([]);
});

test("a title is needed", async () => {
  expect((await runImport("--author", "A", "--month", "2026-03")).errors[0]).toContain("--title is missing.");
});

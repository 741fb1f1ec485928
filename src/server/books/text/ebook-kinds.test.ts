import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";

import type { Contents } from "#contract/reading.ts";
import { EBOOK_KINDS } from "#tests/support/ebook-kinds.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const FIXTURES = "tests/fixtures/ebooks";
const club = await createReadingClub();
afterAll(() => club.close());

/** A page's text, parsed by other means than the server's. */
function textOf(page: string): string {
  const body = page.replace(/^[^]*?<body[^>]*>/i, "").replace(/<\/body>[^]*$/i, "");
  const textWithEntities = body.replaceAll(/<(style|script|title)\b[^>]*>[^]*?<\/\1>/gi, "").replaceAll(/<[^>]*>/g, "");
  const decodedText = textWithEntities.replaceAll(
    /&(?:#(\d+)|(amp|lt|gt|quot|nbsp|eacute|mdash|hellip));/g,
    (_, number, name) =>
      number
        ? String.fromCodePoint(Number(number))
        : ({ amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0", eacute: "é", mdash: "—", hellip: "…" }[
            String(name)
          ] ?? ""),
  );
  return decodedText.replaceAll(/\s+/g, " ").trim();
}

async function chaptersOf(book: Uint8Array): Promise<{ contents: Contents; texts: string[] }> {
  club.pass(1);
  await club.giveText(book);
  const contents: Contents = await club.get("contents");
  const texts = await Promise.all(
    contents.sections.map(async ({ href }) => {
      const response = await club.mia.call(
        "GET",
        club.path(`text/${href.split("/").map(encodeURIComponent).join("/")}?page`),
      );
      expect(response.status).toBe(200);
      return textOf(await response.text());
    }),
  );
  return { contents, texts };
}

describe("an EPUB is shown complete and in order:", () => {
  test.each(EBOOK_KINDS.map((kind) => [kind.name, kind] as const))("%s", async (_, { book, texts }) => {
    const chapters = await chaptersOf(book);
    expect(chapters.texts).toEqual(texts.map((text) => text.replaceAll(/\s+/g, " ").trim()));
    expect(chapters.contents.sections.map(({ length }) => length)).toEqual(
      chapters.texts.map((text) => [...text].length),
    );
  });

  const fixtures = readdirSync(FIXTURES).filter((name) => name.endsWith(".epub"));
  test.each(fixtures)("%s", async (name) => {
    const { contents, texts } = await chaptersOf(await Bun.file(`${FIXTURES}/${name}`).bytes());
    expect(contents.toc.map(({ title }) => title)).toEqual(expect.arrayContaining(["The River Bank", "The Open Road"]));
    const story = texts.join(" ");
    const describedKinds = [
      "The Mole had been working very hard",
      "Never in his life had he seen a river",
      "‘Ratty,’ said the Mole suddenly",
    ];
    const wordPositions = describedKinds.map((words) => story.indexOf(words));
    expect(wordPositions.every((position) => position >= 0)).toBe(true);
    expect(wordPositions).toEqual(wordPositions.toSorted((a, b) => a - b));
    expect(contents.sections.map(({ length }) => length)).toEqual(texts.map((text) => [...text].length));
  });
});

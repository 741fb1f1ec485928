import { expect, test } from "bun:test";

import { toMarkdownLine, toMarkdownLines } from "./highlights.ts";

const PIECES = [
  ..."#*_`~[]()<>!|\\&:;-+=.0123456789\"'$^%@{} \t\n",
  ..."abé🍷",
  "www.",
  "http://",
  "a@b.example",
  "<script>",
  "<!--",
  "&amp;",
  "\n\n",
  "\r\n",
  "    ",
  "---",
  "===",
  "```",
  "[a](b)",
  "![a](b)",
  "[^1]:",
  "- [ ] ",
  "1. ",
  "| a |",
  "|---|",
  ":::",
];
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** A quote and a note in the format of a file of highlights. */
const fileOf = (quote: string, note: string) =>
  `# ${toMarkdownLine("Emma")}\n\n${toMarkdownLines(quote)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")}\n\n${toMarkdownLines(note).join("\n")}\n`;

test("escapes what members typed, and loses none of it", () => {
  let randomState = 7;
  const randomBelow = (max: number) => {
    randomState = (randomState * 48_271) % 2_147_483_647;
    return randomState % (max + 1);
  };
  const randomText = () =>
    Array.from({ length: 1 + randomBelow(9) }, () => PIECES[randomBelow(PIECES.length - 1)]).join("");
  for (let round = 0; round < 5000; round += 1) {
    const [quote, note] = [randomText().trim(), randomText().trim()];
    const html = Bun.markdown.html(fileOf(quote, note), { autolinks: true, headings: false });
    const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, name]) => name));
    expect({
      quote,
      note,
      tags: [...tags].filter((name) => !["h1", "p", "blockquote", "br"].includes(name ?? "")),
    }).toEqual({ quote, note, tags: [] });
    const visibleText = html
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/&(#?\w+);/g, (_, name: string) => ENTITIES[name] ?? "?");
    const withoutSpace = (text: string) => text.replaceAll(/\s+/g, "");
    expect(withoutSpace(visibleText)).toBe(withoutSpace(`Emma${quote}${note}`));
  }
});

import { describe, expect, test } from "bun:test";

import Papa from "papaparse";

import type { ImportPlan } from "#contract/imports.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { goodreadsWithReviews } from "#tests/support/large-imports.ts";

import { readBooks } from "./read-json.ts";
import { readRows } from "./read-rows.ts";

const { club, ada } = eachClub(["ada"]);
const MIB = 1024 * 1024;
const sendImport = async (body: string, query = "", type = "text/csv") =>
  club.handler.fetch(
    new Request(`http://localhost/api/shelf/import${query}`, {
      method: "POST",
      headers: { cookie: ada.cookie, "content-type": type },
      body,
    }),
  );

describe("a large import", () => {
  test("may have a cell of 60,000 accents", async () => {
    const cell = `'a${"\u0315\u0300".repeat(30_000)}`;
    const { skip }: ImportPlan = await jsonOf(sendImport(`title,author,month\n${cell},B,2020-01\n`, "?dryRun=true"));
    expect(skip).toEqual([{ line: 2, reason: "Title and author may have at most 300 characters" }]);
  });

  test("is a Goodreads export of 900 books with reviews, up to 4 MiB", async () => {
    const file = goodreadsWithReviews(900, 1700);
    expect(Buffer.byteLength(file)).toBeGreaterThan(1.6 * MIB);
    const importPlan: ImportPlan = await jsonOf(sendImport(file, "?dryRun=true"));
    expect([importPlan.add.length, importPlan.skip]).toEqual([900, []]);
    const { id, add }: ImportPlan = await jsonOf(sendImport(file));
    expect(add).toEqual(importPlan.add);
    const undoResult = await jsonOf(ada.call("POST", `/api/shelf/import/${id}/undo`));
    expect(undoResult).toEqual({ removed: 900, kept: [] });
    const freeBytes = 4 * MIB - Buffer.byteLength(file);
    const largestFile = `${file}${`${" ".repeat(99)}\n`.repeat(freeBytes / 100)}${" ".repeat(freeBytes % 100)}`;
    expect((await sendImport(largestFile, "?dryRun=true")).status).toBe(200);
    const refusedResponse = await sendImport(`${largestFile} `);
    expect([refusedResponse.status, (await refusedResponse.json()).message]).toEqual([
      413,
      "This file is larger than 4 MB. Import it in parts.",
    ]);
  });

  test("doesn't block other calls while it's parsed", async () => {
    const aborter = new AbortController();
    const pendingImport = sendImport(goodreadsWithReviews(900, 3700)).finally(() => aborter.abort());
    let responseCount = 0;
    while (!aborter.signal.aborted) {
      await ada.call("GET", "/api/club");
      responseCount += 1;
      await Bun.sleep(0);
    }
    expect([(await pendingImport).status, responseCount > 10]).toEqual([201, true]);
  });

  test("adds a thousand books at once, and says how to get the rest", async () => {
    const rows = Array.from({ length: 1100 }, (_, at) => {
      return `Book ${at},Ann,${1900 + Math.floor(at / 12)}-${String(1 + (at % 12)).padStart(2, "0")}`;
    });
    const file = `title,author,month\n${rows.join("\n")}`;
    const { add, skip }: ImportPlan = await jsonOf(sendImport(file));
    expect([add.length, skip.length]).toEqual([1000, 100]);
    expect(skip[0]).toEqual({
      line: 1002,
      reason: "This import adds 1,000 books already. Import the file again for the rest.",
    });
    expect((await jsonOf(sendImport(file))).add).toHaveLength(100);
  });
});

describe("rows that are parsed in parts", () => {
  test("equal those of the whole file, wherever it's cut", async () => {
    const cells = [
      "plain",
      "",
      '"a ""quoted"" cell"',
      '"two\nlines, and a comma"',
      "🍷é",
      '"🍷""\n\n"""',
      "x".repeat(700),
    ];
    let text = "";
    for (let at = 0; text.length < 400_000; at += 1) {
      const row = Array.from({ length: 1 + (at % 4) }, (_, column) => cells[(at * 5 + column * 3) % cells.length]);
      text += `${row.join(",")}${at % 7 === 0 ? "\n\n" : "\n"}`;
    }
    const allRows = Papa.parse<string[]>(text, { delimiter: ",", newline: "\n" }).data;
    const rows = await readRows(text, ",");
    expect(rows.map((row) => row.cells)).toEqual(allRows.filter((row) => row.some((cell) => cell.trim() !== "")));
    const at = rows.findLast((row) => row.cells[0] === "🍷é");
    expect(text.split("\n")[(at?.line ?? 0) - 1]).toStartWith("🍷é");
  });

  test("end at the line of a missing quotation mark", async () => {
    for (const rowsBefore of [0, 1000, 20_000]) {
      const text = `${"a,b\n".repeat(rowsBefore)}"open,b\n${"x".repeat(rowsBefore * 20)}`;
      const reason = rowsBefore < 20_000 ? " or in the wrong place" : ", or the entry is too long";
      const message = `Line ${rowsBefore + 1}: a quotation mark is missing${reason}.`;
      await expect(readRows(text, ",")).rejects.toThrow(message);
    }
    const review = `title,author,month,review\nEmma,Jane Austen,2018-05,"${"x".repeat(3.9 * MIB)}"`;
    expect((await (await sendImport(review)).json()).message).toBe(
      "Line 2: a quotation mark is missing, or the entry is too long.",
    );
  });
});

describe("books that are parsed one by one", () => {
  test("are those of the whole file", async () => {
    const oddBook = {
      title: 'Say "[{\\',
      synopsis: '}]\\\\"',
      reviews: [{ text: "{[" }, { text: "x".repeat(200_000) }],
    };
    const books = [oddBook, 1, null, "two", [3], [{ at: 0 }], { at: 0 }, {}, oddBook];
    for (const text of [
      JSON.stringify({ books }),
      JSON.stringify({ more: [{ at: 7 }], deep: { list: [{ a: [{}] }] }, books, after: "x" }, null, 4),
      `{"books":[\n${books.map((book) => JSON.stringify(book)).join(",\n")}\n]}\n`,
    ])
      expect(await readBooks(text)).toEqual(books);
  });

  test.each([
    '{"books":[{]}',
    '{"books":[{"a":1},,{}]}',
    '{"books":[{"a":"}]}',
    '{"books":[{}]',
    '{"books":[{}]}}',
    "",
  ])("aren't read where the file is broken: %s", async (text) => {
    expect(readBooks(text)).rejects.toThrow("This file isn't valid JSON.");
  });
});

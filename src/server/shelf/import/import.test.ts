import { describe, expect, test } from "bun:test";

import type { ImportPlan } from "#contract/imports.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada, mia } = eachClub(["ada", "mia"], { now: "2026-03-10T12:00:00Z" });

const sendFile = (file: string | Uint8Array<ArrayBuffer>, query = "", type = "text/csv") =>
  club.handler.fetch(
    new Request(`http://localhost/api/shelf/import${query}`, {
      method: "POST",
      headers: { "content-type": type, cookie: ada.cookie },
      body: file,
    }),
  );
const planImport = (file: string): Promise<ImportPlan> => jsonOf(Promise.resolve(sendFile(file, "?dryRun=true")));
const importFile = (file: string, type?: string): Promise<ImportPlan> =>
  jsonOf(Promise.resolve(sendFile(file, "", type)));
const listTitles = () => club.deps.stores.books.listTitles().map(({ title }) => title);
const errorOf = async (file: string | Uint8Array<ArrayBuffer>, type?: string) => {
  const response = await sendFile(file, "", type);
  expect(listTitles()).toEqual([]);
  return `${response.status} ${(await response.json()).message}`;
};

const HEADER = "title,author,month";
const emma = "Emma,Jane Austen,2018-05";

describe("an import", () => {
  test("limits a title's length as the forms do", async () => {
    const title = "ế".repeat(300).normalize("NFD");
    expect((await planImport(`${HEADER}\n${title},${"🍷".repeat(300)},2018-05`)).skip).toEqual([]);
    expect((await planImport(`${HEADER}\n${title}x,B,2018-05`)).skip).toHaveLength(1);
  });

  test("says line by line what it would do, and does nothing yet", async () => {
    club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2018-05" }, "2026-01-01");
    const file = [
      "Month;AUTHOR;isbn; Title ;rating",
      "2018-06;Jane Austen;978-0-14-143958-7;Persuasion;5",
      "",
      '2018-07;Jane Austen;;"Sense; and',
      'Sensibility";',
      "2018-08;jane austen;;EMMA;",
      "2018-05;Mary Shelley;;Frankenstein;",
      "2018-06;Bram Stoker;;Dracula;",
      "2018-13;Bram Stoker;;Dracula;",
      ";Bram Stoker;;Dracula;",
      "2018-09;;;Dracula;",
      "2018-09;Bram Stoker;;;",
      "2018-09;Bram Stoker;12;Dracula;",
    ].join("\r\n");
    expect(await planImport(`\uFEFF${file}`)).toEqual({
      add: [
        { line: 2, title: "Persuasion", author: "Jane Austen", month: "2018-06" },
        { line: 4, title: "Sense; and Sensibility", author: "Jane Austen", month: "2018-07" },
        { line: 13, title: "Dracula", author: "Bram Stoker", month: "2018-09" },
      ],
      skip: [
        { line: 6, reason: "“EMMA” is already there" },
        { line: 7, reason: "2018-05 has “Emma” already" },
        { line: 8, reason: "2018-06 has “Persuasion” already" },
        { line: 9, reason: "The month must be like 2026-01" },
        { line: 10, reason: "No date" },
        { line: 11, reason: "Author is missing" },
        { line: 12, reason: "Title is missing" },
      ],
      leftOut: [{ line: 13, what: "The ISBN “12” doesn't have 10 or 13 digits" }],
      asks: [],
    });
    expect(listTitles()).toEqual(["Emma"]);
    expect((await importFile(file)).id).toBeGreaterThan(0);
    expect(listTitles()).toEqual(["Dracula", "Sense; and Sensibility", "Persuasion", "Emma"]);
  });

  test("parses Goodreads, without ratings and private notes", async () => {
    const file = `Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Date Read,Date Added,Bookshelves,Exclusive Shelf,My Review,Private Notes
1,Emma,Jane Austen,"Austen, Jane",,"=""0141439580""","=""9780141439587""",5,2018/05/20,2018/01/01,,read,"Loved
it",Secret
2,Dracula,Bram  Stoker,"Stoker, Bram",,"=""""","=""""",0,,2018/01/01,to-read,to-read,,
3,Persuasion,Jane Austen,"Austen, Jane",,"=""""","=""""",4,,2018/01/01,,read,,
4,Frankenstein,Mary  Shelley,"Shelley, Mary",,"=""""","=""""",4,2018/06/01,2018/01/01,,read,,`;
    expect(await importFile(file)).toMatchObject({
      add: [
        { line: 2, title: "Emma", month: "2018-05" },
        { line: 6, author: "Mary Shelley", month: "2018-06" },
      ],
      skip: [
        { line: 4, reason: "Never read" },
        { line: 5, reason: "No date read" },
      ],
    });
    const [, importedBook] = club.deps.stores.books.list();
    expect(importedBook).toMatchObject({ isbn: "9780141439587", synopsis: "" });
    expect(JSON.stringify(club.deps.stores.books.list())).not.toMatch(/Loved|Secret/);
    expect(club.deps.stores.reviews.count(importedBook?.id ?? 0)).toBe(0);
  });

  test.each([",", ";", "\t"])("accepts columns in quotes, separated by %j", async (delimiter) => {
    const rows = [HEADER, '=9780141439587;"Emma",Jane Austen,2018-05'].map((row) => row.split(","));
    const quotedRows = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter));
    expect(await planImport(quotedRows.join("\r\n"))).toMatchObject({
      add: [{ line: 2, title: '=9780141439587;"Emma"', month: "2018-05" }],
      skip: [],
    });
  });

  test("understands StoryGraph", async () => {
    const file = `Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Star Rating,Review
Emma,Jane Austen,,9780141439587,paperback,read,2018/01/01,2018/05/20,2018/05/01-2018/05/20,4.5,Fine
Dracula,Bram Stoker,,B00ABC,digital,currently-reading,2018/01/01,,,,`;
    expect(await planImport(file)).toMatchObject({ add: [{ title: "Emma", month: "2018-05" }], skip: [{ line: 3 }] });
  });

  test("of 50,000 lines is previewed or rejected as a whole", async () => {
    const createRows = (count: number) => Array.from({ length: count }, () => emma).join("\n");
    const { add, skip } = await planImport(`${HEADER}\n${createRows(40_000)}`);
    expect([add.length, skip.length]).toEqual([1, 39_999]);
    expect(await errorOf(`${HEADER}\n${"a\n".repeat(60_000)}`)).toBe(
      "422 This file has more than 50,000 lines. Import it in parts.",
    );
  });

  test.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
    ["UTF-16", Buffer.from(`\uFEFF${HEADER}\n${emma}`, "utf16le"), /^422 This file is in UTF-16/],
    ["Windows-1252", Buffer.from(`${HEADER}\nCaf\xE9,A,2018-01`, "latin1"), /^422 This file isn't in UTF-8/],
    ["NUL bytes", `${HEADER}\nEm\0ma,A,2018-01`, /^422 This isn't a text file/],
    ["bars", `title|author|month\nEmma|A|2018-01`, /^422 The first line must name/],
    ["no header", emma, /^422 The first line must name/],
    ["nothing", "", /^422 This file is empty/],
    ["an open quote", `${HEADER}\n${emma}\n"Dracula,B,2018-01`, /^422 Line 3: a quotation mark/],
    ["10 MB", "x".repeat(10 * 1024 * 1024), /^413 /],
  ])("with %s is rejected with a message, and nothing is stored", async (_description, file, expectedError) => {
    expect(await errorOf(file)).toMatch(expectedError);
  });

  test("accepts only CSV or our JSON", async () => {
    expect(await errorOf(`${HEADER}\n${emma}`, "text/plain")).toMatch(/^415 /);
    expect(await errorOf("{", "application/json")).toMatch(/^422 This file isn't valid JSON/);
    expect(await errorOf("[]", "application/json")).toMatch(/^422 This JSON isn't an export/);
    const books = [null, 5, { title: 5 }, { title: "Emma", author: "Jane Austen", month: "2018-05" }];
    expect(await importFile(JSON.stringify({ books }), "application/json")).toMatchObject({
      add: [{ line: 5, title: "Emma" }],
      skip: [{ line: 2 }, { line: 3 }, { line: 4 }],
    });
  });
});

describe("an undo", () => {
  const undoImport = (id: number | undefined) => ada.call("POST", `/api/shelf/import/${id}/undo`);

  test("reverts a whole import within 24 hours, once", async () => {
    const { id } = await importFile(`${HEADER}\n${emma}\nDracula,Bram Stoker,2018-06`);
    expect(await jsonOf(ada.call("GET", "/api/shelf/import"))).toEqual({
      id: id ?? 0,
      books: 2,
      until: "2026-03-11T12:00:00.000Z",
    });
    expect(await jsonOf(undoImport(id))).toEqual({ removed: 2, kept: [] });
    expect(listTitles()).toEqual([]);
    expect((await undoImport(id)).status).toBe(409);
    expect((await undoImport(4711)).status).toBe(404);
    expect(await jsonOf(ada.call("GET", "/api/shelf/import"))).toBeNull();
    const secondImport = await importFile(`${HEADER}\n${emma}`);
    club.setTime("2026-03-11T12:00:00Z");
    expect((await undoImport(secondImport.id)).status).toBe(409);
    expect(listTitles()).toEqual(["Emma"]);
  });

  test("stays available after an import that adds nothing", async () => {
    const file = `${HEADER}\n${emma}\nDracula,Bram Stoker,2018-06`;
    const { id } = await importFile(file);
    expect((await importFile(file)).add).toEqual([]);
    expect(await jsonOf(ada.call("GET", "/api/shelf/import"))).toMatchObject({ id: id ?? 0, books: 2 });
    expect(await jsonOf(undoImport(id))).toEqual({ removed: 2, kept: [] });
    expect(await jsonOf(ada.call("GET", "/api/shelf/import"))).toBeNull();
  });

  test("leaves books that have gained content since, and names them", async () => {
    const rows = ["A,X,2018-01", "B,X,2018-02", "C,X,2018-03", "D,X,2018-04"];
    const { id } = await importFile([HEADER, ...rows].join("\n"));
    const ids = Object.fromEntries(club.deps.stores.books.listTitles().map((book) => [book.title, book.id]));
    await mia.call("PUT", `/api/books/${ids["A"]}/review`, { stars: 4 });
    await mia.call("POST", "/api/wines", { name: "Rioja", kind: "red", bookId: ids["B"] });
    await ada.call("POST", "/api/meetings", { date: "2018-03-10", time: "", location: "", bookId: ids["C"] });
    const undoResult = await jsonOf(undoImport(id));
    expect(undoResult.removed).toBe(1);
    expect(undoResult.kept.map(({ title }: { title: string }) => title)).toEqual(["C", "B", "A"]);
    expect(listTitles()).toEqual(["C", "B", "A"]);
  });
});

describe("an export", () => {
  const oddFiles = [
    { title: "=SUM(A1)", author: "+Ann", month: "2018-01" },
    { title: "'=x", author: "@b", month: "2018-02", synopsis: 'Quotes "here",\nand; lines' },
    { title: "Ünïcödé 📚", author: "-Ann", month: "2018-03", isbn: "9780141439587" },
  ];
  const exportShelf = async (format: string) => (await mia.call("GET", `/api/shelf/export.${format}`)).text();

  test.each([
    ["csv", "text/csv"],
    ["json", "application/json"],
  ])("as %s imports again without loss, and changes nothing where it came from", async (format, type) => {
    for (const book of oddFiles) club.deps.stores.books.insert(book, "2026-01-01");
    const file = await exportShelf(format);
    expect(await importFile(file, type)).toMatchObject({ add: [], skip: [{ line: 2 }, { line: 3 }, {}] });
    const booksBefore = club.deps.stores.books.list().map(({ id: _id, ...book }) => book);
    club.db.run("DELETE FROM books");
    expect((await importFile(file, type)).add).toHaveLength(3);
    expect(club.deps.stores.books.list().map(({ id: _id, ...book }) => book)).toEqual(booksBefore);
  });

  test("has no cell that a spreadsheet would execute", async () => {
    for (const book of oddFiles) club.deps.stores.books.insert(book, "2026-01-01");
    expect(await exportShelf("csv")).not.toMatch(/(?:^|,|")[=+@-]/m);
  });

  test("quotes every cell, and escapes formulas", async () => {
    const titles = ["Sense; =1+1", "＝SUM(A1)", "＋1", "－1", "＠A1", "﹦1", "'＝1", 'say "=1"'];
    for (const [at, title] of titles.entries())
      club.deps.stores.books.insert({ title, author: "A", month: `2018-0${at + 1}`, synopsis: title }, "2026-01-01");
    const file = await exportShelf("csv");
    expect(file).toMatch(/^\uFEFF(?:"(?:[^"]|"")*"(?:,|\r\n))+$/);
    const cells = [...file.matchAll(/"((?:[^"]|"")*)"(?:,|\r\n)/g)].map(([, cell = ""]) => cell.normalize("NFKC"));
    expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
    const booksBefore = club.deps.stores.books.list().map(({ id: _id, ...book }) => book);
    club.db.run("DELETE FROM books");
    expect((await importFile(file)).add).toHaveLength(titles.length);
    expect(club.deps.stores.books.list().map(({ id: _id, ...book }) => book)).toEqual(booksBefore);
  });

  test("leaves out future books and withheld reviews", async () => {
    const { books } = club.deps.stores;
    const { id } = books.insert({ title: "Emma", author: "Jane Austen", month: "2026-03" }, "2026-01-01");
    books.insert({ title: "Sanditon", author: "Jane Austen", month: "2026-04" }, "2026-01-01");
    const review = { stars: 5, text: "The butler did it", finished: "yes" };
    await ada.call("PUT", `/api/books/${id}/review`, review);
    expect(await exportShelf("json")).not.toMatch(/butler|Sanditon/);
    expect(await exportShelf("csv")).not.toMatch(/Sanditon/);
    await mia.call("PUT", `/api/books/${id}/review`, { finished: "yes" });
    expect(JSON.parse(await exportShelf("json")).books[0].reviews).toContainEqual({
      ...review,
      author: "ada",
      createdAt: "2026-03-10T12:00:00.000Z",
    });
  });
});

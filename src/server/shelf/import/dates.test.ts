import { describe, expect, test } from "bun:test";

import type { ImportPlan } from "#contract/imports.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

const { club, ada } = eachClub(["ada"], { now: "2026-03-10T12:00:00Z" });

const sendFile = (file: string, query: string): Promise<ImportPlan> =>
  jsonOf(ada.call("POST", `/api/shelf/import${query}`, file, { "content-type": "text/csv" }));
const planImport = (file: string, query = "") => sendFile(file, `?dryRun=true${query}`);
const createCsv = (...cells: string[]) =>
  ["title,author,month", ...cells.map((cell, at) => `Book ${at},Author,"${cell}"`)].join("\n");
const listMonths = ({ add }: ImportPlan) => add.map(({ month }) => month);

describe("a date in a list", () => {
  test.each([
    "2018-05",
    "2018/05",
    "2018.5",
    "2018/05/20",
    "2018-5-20",
    "2018-05-20T19:00:00Z",
    "2018-05-20 00:00:00",
    "5/20/2018",
    "20/5/2018",
    "20.05.2018",
    "4.5.2018",
    "20-05-2018",
    "5/20/18",
    "05/2018",
    "5.2018",
    "May 2018",
    "may 20, 2018",
    "May 20th, 2018",
    "20 May 2018",
    "20-May-18",
    "2018 May",
    "20. Mai 2018",
    "20 mai 2018",
    "20 мая 2018",
    "май 2018",
    "43240",
    "43240.5",
    "May-18",
    "Mai 18",
    "May '18",
    "'2018-05",
    "20180520",
    "20\u201105\u20112018",
    "2018–05–20",
    "2018年5月20日",
    "2018년 5월 20일",
    "\u200e2018-05\u200e",
  ])("is read as %j", async (cell) => {
    const importPlan = await planImport(createCsv(cell));
    expect([listMonths(importPlan), importPlan.skip, importPlan.asks]).toEqual([["2018-05"], [], []]);
  });

  test.each([
    "2018-13",
    "May",
    "18-May",
    "soon",
    "20181320",
    "13/13/2018",
    "0/0/2018",
    "2018-00",
    "0018-05",
    "05/06/0018",
    "9999-12",
    "1.1.2201",
  ])("%j isn't one, and its row is named", async (cell) => {
    expect(await planImport(createCsv(cell))).toMatchObject({ add: [], skip: [{ line: 2 }], asks: [] });
  });

  test("resolves an ambiguous day and month by all rows", async () => {
    expect(listMonths(await planImport(createCsv("5/6/2018", "20/5/2017")))).toEqual(["2018-06", "2017-05"]);
    expect(listMonths(await planImport(createCsv("5/6/2018", "5/20/2017")))).toEqual(["2018-05", "2017-05"]);
    expect(listMonths(await planImport(createCsv("5/5/2018", "2017-01")))).toEqual(["2018-05", "2017-01"]);
  });

  test("asks about a date that all rows leave ambiguous", async () => {
    const file = createCsv("5/6/2018", "2017-01", "7/8/2016");
    const ambiguities = [{ about: "day-first", example: "5/6/2018", lines: [2, 4] }] as const;
    const skip = [{ line: 2, reason: "“5/6/2018” may be 2018-06 or 2018-05" }, { line: 4 }];
    expect(await planImport(file)).toMatchObject({ add: [{ line: 3 }], skip, asks: [...ambiguities] });
    expect(await planImport(createCsv("5/6/2018", "20/5/2017", "5/20/2016"))).toMatchObject({ asks: [{ lines: [2] }] });
    const dayFirstPlan = await planImport(file, "&dayFirst=true");
    expect([listMonths(dayFirstPlan), dayFirstPlan.asks]).toEqual([["2018-06", "2017-01", "2016-08"], []]);
    expect(listMonths(await planImport(file, "&dayFirst=false"))).toEqual(["2018-05", "2017-01", "2016-07"]);
    expect(listMonths(await sendFile(file, "?dayFirst=false"))).toEqual(["2018-05", "2017-01", "2016-07"]);
    expect(club.deps.stores.books.list().map(({ month }) => month)).toEqual(["2018-05", "2017-01", "2016-07"]);
  });

  test("that is only a year is January or none, as the admin chose", async () => {
    const file = createCsv("2018", "2017-03");
    expect(await planImport(file)).toMatchObject({
      add: [{ line: 3 }],
      skip: [{ line: 2, reason: "“2018” is only a year" }],
      asks: [{ about: "year-only", example: "2018", lines: [2] }],
    });
    expect(await planImport(file, "&yearOnly=january")).toMatchObject({
      add: [{ month: "2018-01" }, {}],
      skip: [],
      asks: [],
    });
    expect(await planImport(file, "&yearOnly=skip")).toMatchObject({
      add: [{ line: 3 }],
      skip: [{ line: 2 }],
      asks: [],
    });
    const invalidResponse = await ada.call("POST", "/api/shelf/import?dryRun=true&dayFirst=maybe", file, {
      "content-type": "text/csv",
    });
    expect(invalidResponse.status).toBe(422);
  });
});

describe("a list that a spreadsheet saved again", () => {
  test("may begin with sep=, and its lines keep their numbers", async () => {
    for (const firstLine of ["sep=;", "SEP=;", '"sep=;"'].map((separatorLine) => `\uFEFF${separatorLine}`)) {
      const importPlan = await planImport(
        `${firstLine}\r\ntitle;author;month\r\nEmma;Jane Austen;20.05.2018\r\nX;;2018`,
      );
      expect(importPlan).toMatchObject({ add: [{ line: 3, title: "Emma", month: "2018-05" }], skip: [{ line: 4 }] });
    }
  });

  test("may have tabs, an ISBN of any form, and a shelf in capitals", async () => {
    const goodreadsCsv =
      "Title\tAuthor\tISBN13\tDate Read\tExclusive Shelf\nEmma\tJane Austen\tISBN: 978-0-14-143958-7\t5/20/2018\tRead";
    expect(await sendFile(goodreadsCsv, "")).toMatchObject({ add: [{ line: 2, month: "2018-05" }] });
    expect(club.deps.stores.books.list()[0]?.isbn).toBe("9780141439587");
  });

  test("uses the last of StoryGraph's Dates Read", async () => {
    const headerLine = "Title,Authors,Read Status,Last Date Read,Dates Read,ISBN/UID";
    const rows = [
      "A,X,Read,,2017/01/02-2018/05/20,",
      'B,X,read,,"2016/01/01-2016/02/01, 2017/03/01-2017/04/02",B00ABC',
      "C,X,read,,2015-01-02-2015-06-07,",
      "D,X,read,,2014/08,",
      "E,X,read,,,",
      "F,X,to-read,,,",
    ];
    const importPlan = await planImport([headerLine, ...rows].join("\n"));
    expect(listMonths(importPlan)).toEqual(["2018-05", "2017-04", "2015-06", "2014-08"]);
    expect(importPlan.skip).toEqual([
      { line: 6, reason: "No date read" },
      { line: 7, reason: "Never read" },
    ]);
  });
});

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

import { type Club, createClub, PASSWORD } from "#tests/support/club.ts";
import { epub } from "#tests/support/epub.ts";
import { m4b } from "#tests/support/m4b.ts";

import { describeApi } from "../../scripts/api/document.ts";

/** Beside the packages that the client needs. */
const folder = join(import.meta.dir, `../../dist/api-client-${process.pid}`);
const month = join(folder, "month.ts");

let description: string;
let club: Club;
let server: Bun.Server<undefined>;
beforeAll(async () => {
  description = JSON.stringify((await describeApi()).document, null, 2);
  club = await createClub();
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => club.handler.fetch(request) });
  mkdirSync(folder, { recursive: true });
  await Bun.write(month, Bun.file("docs/examples/month.ts"));
  await Bun.write(join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }));
});
afterAll(async () => {
  await server.stop(true);
  club.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The functions of the example; its types are generated. */
type LiveAMonth = (
  baseUrl: string,
  chief: { username: string; password: string },
  files: { ebook: Blob; audiobook: Blob },
) => Promise<{
  found: { found: { title: string } };
  sent: number;
  audiobook: { filename: string };
  evening: object;
  board: { content: string }[];
  voted: { mine: number[] };
  refused: string;
  after: number;
}>;

const BLOB = ts.factory.createTypeReferenceNode("Blob");

/** Generates the client's types from a description and compiles the example. @returns the type checker's errors */
async function checkWith(text: string): Promise<string> {
  const nodes = await openapiTS(text, { transform: ({ format }) => (format === "binary" ? BLOB : undefined) });
  await Bun.write(join(folder, "api.d.ts"), astToString(nodes));
  const { stdout, stderr } = await Bun.$`${process.execPath} check --no-script -p ${folder}`.quiet().nothrow();
  return `${stdout}${stderr}`
    .split("\n")
    .filter((line) => line.includes(": error "))
    .join("\n");
}

test("runs a month of a club with a client of the API's types", async () => {
  expect(await checkWith(description)).toBe("");
  const chief = club.admin();
  const { liveAMonth }: { liveAMonth: LiveAMonth } = await import(month);
  const monthResult = await liveAMonth(
    server.url.origin,
    { username: chief.user.username, password: PASSWORD },
    {
      ebook: new Blob([new Uint8Array(epub())]),
      audiobook: new Blob([new Uint8Array(m4b({ seconds: 1 }))]),
    },
  );
  expect(monthResult.found.found.title).toBe("Emma");
  expect(monthResult.sent).toBe(204);
  expect(monthResult.audiobook.filename).toBe("persuasion.m4b");
  expect(monthResult.evening).toMatchObject({ bookTitle: "Persuasion", answers: { yes: 1, guests: 1 } });
  expect(monthResult.board.map(({ content }) => content)).toContain("A Rioja");
  expect(monthResult.voted.mine).toHaveLength(1);
  expect([monthResult.refused, monthResult.after]).toEqual(["Only admins may do this.", 401]);
});

test("a false description doesn't pass the type checker", async () => {
  const falseDescriptions = {
    "no body": description.replace(/("\/api\/posts": \{[^]*?)"requestBody"/, '$1"x-body"'),
    "another type": description.replace(
      /("Nomination": \{\s+"type": "object",\s+"properties": \{\s+"id": \{\s+"type": )"integer"/,
      '$1"boolean"',
    ),
  };
  for (const [name, text] of Object.entries(falseDescriptions)) {
    expect([name, text === description]).toEqual([name, false]);
    expect([name, (await checkWith(text)) === ""]).toEqual([name, false]);
  }
});

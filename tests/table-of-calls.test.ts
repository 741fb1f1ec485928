import { describe, expect, test } from "bun:test";

import type { Call } from "#contract/call.ts";
import { allCalls } from "#contract/calls.ts";
import { createApp } from "#server/app.ts";

import { createClub } from "./support/club.ts";
import { readModules } from "./support/modules.ts";

const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const webModules = (await readModules(["src/web/**/*.{ts,tsx}"])).filter(({ path }) => !isTest(path));
const server = (await readModules(["src/server/**/*.ts"])).filter(({ path }) => !isTest(path));

test("has a route for each call of the table, and no other", async () => {
  const club = await createClub();
  const routes = createApp(club.deps).routes.map(({ method, path }) => `${method} ${path}`);
  club.close();
  const calls = Object.entries<Call>(allCalls());
  const keys = calls.flatMap(([key, { hasHead }]) => (hasHead ? [key, key.replace("GET", "HEAD")] : [key]));
  expect(routes.toSorted()).toEqual(keys.toSorted());
});

describe("the web", () => {
  test("names calls by the table's keys alone", () => {
    // a link to the API isn't a page
    const guardPath = "src/web/app/shell/navigation-guard.tsx";
    const literalPaths = webModules.filter(
      ({ path, text }) => path !== guardPath && /["'`]\/api\/|\\\/api\\\//.test(text),
    );
    expect(literalPaths.map(({ path }) => path)).toEqual([]);
    expect(webModules.filter(({ text }) => /"(?:GET|POST|PUT|DELETE) \/api\//.test(text)).length).toBeGreaterThan(50);
  });

  test("bundles no part of the table", () => {
    const importsTable = /^import (?!type )[^;]*"#contract\/calls?\.ts"|#contract[^;]*\b\w+Calls\b/m;
    expect(webModules.filter(({ text }) => importsTable.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

test("passes the caller as a service's second parameter", () => {
  const signature = /^export (?:async )?function (\w+)(?:<[^>]*>)?\(\s*deps: Deps,([^)]*)\)/gm;
  const wrongServices = server.flatMap(({ path, text }) =>
    [...text.matchAll(signature)].flatMap(([, name, parameters = ""]) =>
      /\b(?:actor|by): (?:Actor|Caller)\b/.test(parameters) && !/^\s*actor: /.test(parameters)
        ? [`${path}: ${name}`]
        : [],
    ),
  );
  expect(wrongServices).toEqual([]);
});

import { expect, test } from "bun:test";

import { createApp } from "#server/app.ts";
import { lists, nullable } from "#web/api/answer-kinds.json" with { type: "json" };
import { checkAnswer } from "#web/api/answers.ts";

import { createClub } from "./support/club.ts";

type Schema = { type?: string; anyOf?: readonly Schema[] };

/** What each route says it answers with 2xx, as JSON's kinds. */
async function promised(): Promise<Map<string, string[]>> {
  const club = await createClub();
  const { routes } = await createApp(club.deps);
  club.close();
  const calls = new Map<string, string[]>();
  for (const { method, path, hooks } of routes) {
    const { response } = hooks as { response?: Schema | Record<string, Schema> };
    if (!response || !path.startsWith("/api/")) continue;
    const isOne = "type" in response || "anyOf" in response;
    const schemas = isOne
      ? [response as Schema]
      : Object.entries(response as Record<string, Schema>).flatMap(([status, schema]) =>
          Number(status) < 300 ? [schema] : [],
        );
    const kinds = schemas.flatMap((schema) => schema.anyOf ?? [schema]).map(({ type }) => type ?? "");
    calls.set(`${method} ${path.replaceAll(/:\w+/g, "*")}`, kinds);
  }
  return calls;
}

test("the web knows of every call whether it answers with a list, or with null", async () => {
  const calls = [...(await promised())];
  expect(calls.length).toBeGreaterThan(100);
  const having = (kind: string) => calls.flatMap(([call, kinds]) => (kinds.includes(kind) ? [call] : [])).toSorted();
  expect(lists.toSorted()).toEqual(having("array"));
  expect(nullable.toSorted()).toEqual(having("null"));
});

test("of every call, an answer of another kind is a failed call", async () => {
  for (const [call, kinds] of await promised()) {
    const [method = "", path = ""] = call.split(" ");
    const address = `${path.replaceAll("*", "7")}?since=1`;
    const isTaken = (answer: unknown) => {
      try {
        return checkAnswer(method, address, answer) === answer;
      } catch {
        return false;
      }
    };
    const isList = kinds.includes("array");
    const answers = [null, [], {}, 0, "Hotel Wi-Fi", true];
    const taken = [kinds.includes("null"), isList, !isList, false, false, false];
    expect([call, answers.map(isTaken)]).toEqual([call, taken]);
  }
});

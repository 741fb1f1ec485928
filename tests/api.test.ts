import { beforeAll, describe, expect, test } from "bun:test";

import { createConfig, lintFromString } from "@redocly/openapi-core";

import { describeApi, type Described } from "../scripts/api/document.ts";
import { maskRandomValues } from "../scripts/api/mask-random-values.ts";
import { accessOf, templateOf } from "../scripts/api/routes.ts";
import { TAGS } from "../scripts/api/tags.ts";

type Call = {
  summary?: string;
  description: string;
  tags?: string[];
  security: { session: string[] }[];
  parameters: { name: string; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema: object; example?: unknown }> }>;
};
type Document = {
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, unknown> };
};

let described: Described;
beforeAll(async () => {
  described = await describeApi();
});

/** The problems that Redocly's linter finds with its recommended rules. */
async function lint(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: "api.json", config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

test("passes Redocly's recommended rules, which find mistakes", async () => {
  expect(await lint(described.document)).toEqual([]);
  const { "/api/posts": posts } = described.document.paths;
  const invalidDocument: Document = JSON.parse(
    JSON.stringify({ ...described.document, paths: { "/api/posts": posts } }),
  );
  const post = invalidDocument.paths["/api/posts"]?.["post"];
  const answer = post?.responses["201"]?.content?.["application/json"];
  if (!post || !answer) throw new Error("The call to post isn't described");
  delete post.summary;
  answer.example = { id: "one" };
  const ruleNames = (await lint(invalidDocument)).map((problem) => problem.split(" ")[0]);
  expect(ruleNames).toContain("operation-summary");
  expect(ruleNames).toContain("no-invalid-media-type-examples");
});

test("masks the random ids of passkeys", () => {
  const describeRandom = () => {
    const id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
    const type = "public-key";
    return maskRandomValues({ response: { id, rawId: id, type }, excludeCredentials: [{ id, type }] });
  };
  expect(describeRandom()).toEqual(describeRandom());
});

describe("every registered route", () => {
  const calls = () =>
    described.routes.map((route) => {
      const call = (described.document as unknown as Document).paths[templateOf(route.path)]?.[
        route.method.toLowerCase()
      ];
      return { name: `${route.method} ${route.path}`, route, call };
    });
  const listCallsThat = (isIncomplete: (call: Call, route: Described["routes"][number]) => boolean) =>
    calls().flatMap(({ name, route, call }) => (!call || isIncomplete(call, route) ? [name] : []));

  test("has a summary and a tag", () => {
    expect(calls().length).toBeGreaterThan(150);
    expect(listCallsThat(({ summary }) => !summary)).toEqual([]);
    expect(listCallsThat(({ tags }) => tags?.length !== 1 || !(String(tags[0]) in TAGS))).toEqual([]);
  });

  test("says who may call it, for programs and in words", () => {
    const text = {
      open: "For everyone",
      member: "For members.",
      host: "For admins and the meeting's host.",
      admin: "For admins.",
    };
    expect(listCallsThat(({ description }, route) => !description.includes(text[accessOf(route)]))).toEqual([]);
    const roles = ({ security }: Call) => security.map(({ session }) => session.join(" ")).join() || "open";
    expect(listCallsThat((call, route) => roles(call) !== accessOf(route))).toEqual([]);
  });

  test("describes each response, with an example if it's JSON", () => {
    const successResponses = ({ responses }: Call) => Object.entries(responses).filter(([status]) => status < "300");
    expect(listCallsThat((call) => successResponses(call).length === 0)).toEqual([]);
    const isBare = (status: string, { method, path }: { method: string; path: string }) =>
      status === "204" || method === "HEAD" || path.startsWith("/api/uploads");
    expect(
      listCallsThat((call, route) =>
        successResponses(call).some(([status, one]) => !one.content && !isBare(status, route)),
      ),
    ).toEqual([]);
    const jsonOf = (call: Call) => successResponses(call).flatMap(([, one]) => one.content?.["application/json"] ?? []);
    const withoutExample = listCallsThat(
      (call) => jsonOf(call).length > 0 && !jsonOf(call).some((one) => "example" in one),
    );
    // the sample call fails, because its club has an admin
    expect(withoutExample).toEqual(["POST /api/auth/setup"]);
  });

  test("describes each request body, with an example if it's JSON", () => {
    expect(listCallsThat(({ requestBody }, { hooks }) => hooks.body !== undefined && !requestBody)).toEqual([]);
    const mediaTypes = ({ requestBody }: Call) => Object.entries(requestBody?.content ?? {});
    const isBare = (call: Call) => call.requestBody !== undefined && mediaTypes(call).some(([, { schema }]) => !schema);
    expect(listCallsThat(isBare)).toEqual([]);
    expect(
      listCallsThat((call) =>
        mediaTypes(call).some(([type, one]) => type === "application/json" && !("example" in one)),
      ),
    ).toEqual([
      // a file, in the format of the export
      "POST /api/shelf/import",
    ]);
  });

  test("lists an error for whatever is rejected before it runs", () => {
    const hasStatuses = ({ responses }: Call, ...statuses: number[]) =>
      statuses.every((status) => String(status) in responses);
    expect(listCallsThat((call) => !hasStatuses(call, 400) || !("5XX" in call.responses))).toEqual([]);
    expect(listCallsThat((call, route) => accessOf(route) !== "open" && !hasStatuses(call, 401))).toEqual([]);
    expect(listCallsThat((call, route) => accessOf(route) === "admin" && !hasStatuses(call, 403))).toEqual([]);
    const mentionsMember = ({ parameters }: Call) =>
      JSON.stringify(parameters).includes("#/components/parameters/Member");
    const isWrite = (route: Described["routes"][number]) =>
      accessOf(route) !== "open" && !["GET", "HEAD", "OPTIONS"].includes(route.method);
    expect(listCallsThat((call, route) => mentionsMember(call) !== isWrite(route))).toEqual([]);
    expect(listCallsThat((call, route) => isWrite(route) && !hasStatuses(call, 409, 422))).toEqual([]);
    expect(listCallsThat((call, { path }) => /[:*]/.test(path) && !hasStatuses(call, 404))).toEqual([]);
    expect(listCallsThat((call) => call.requestBody !== undefined && !hasStatuses(call, 413, 415, 422, 429))).toEqual(
      [],
    );
  });

  test("matches the example's response to a described status", () => {
    const undescribedStatuses = listCallsThat((call, { method, path }) => {
      const example = described.examples.get(`${method} ${path}`);
      return !example || !(String(example.status) in call.responses);
    });
    expect(undescribedStatuses).toEqual([]);
    const failedExamples = [...described.examples].filter(([, { status }]) => status >= 400).map(([name]) => name);
    expect(failedExamples).toEqual(["POST /api/auth/setup"]);
  });

  test("returns its example with a type that it names", () => {
    const wrongTypes = listCallsThat((call, { method, path }) => {
      const { status, type } = described.examples.get(`${method} ${path}`) ?? { status: 0, type: "" };
      if (type === "" || method === "HEAD" || status >= 400) return false;
      const types = Object.keys(call.responses[status]?.content ?? {});
      return !types.some((one) => new Bun.Glob(one).match(type));
    });
    expect(wrongTypes).toEqual([]);
  });

  test("doesn't name a type that TypeScript already has", () => {
    const schemas = Object.entries((described.document as unknown as Document).components.schemas);
    expect(schemas.filter(([, schema]) => Object.keys(schema as object).join() === "type")).toEqual([]);
  });

  test("has a person's id beside each name and photo", () => {
    const { schemas } = (described.document as unknown as Document).components;
    const people = (schema: unknown): string[][] => {
      if (typeof schema !== "object" || schema === null) return [];
      if ("$ref" in schema) return people(schemas[String(schema.$ref).split("/").at(-1) ?? ""]);
      const names = "properties" in schema ? Object.keys(schema.properties ?? {}) : [];
      const nestedPeople = Object.values(schema).flatMap(people);
      return names.includes("displayName") && names.includes("photoURL") ? [names, ...nestedPeople] : nestedPeople;
    };
    const isWithId = (names: string[]) => names.includes("id");
    const otherPeople = (call: Call) => people(call.responses).filter((names) => !names.includes("username"));
    expect(listCallsThat((call, route) => otherPeople(call).some(isWithId) && accessOf(route) === "open")).toEqual([]);
    const withoutId = listCallsThat((call) => otherPeople(call).some((names) => !isWithId(names)));
    expect(withoutId).toEqual(["POST /api/auth/device/look"]);
    expect(listCallsThat((call) => otherPeople(call).length > 0).length).toBeGreaterThan(20);
  });
});

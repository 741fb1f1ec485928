import { expect, test } from "bun:test";

import { JSON_BODY_MAX_BYTES } from "#contract/limits.ts";

import { readJsonBody } from "./body.ts";

const readBody = (body: BodyInit, type = "application/json") =>
  readJsonBody(new Request("http://localhost/api", { method: "POST", body, headers: { "content-type": type } }));

test("parses a JSON object whatever follows the content type", async () => {
  expect(await readBody('{"content":"Figs"}')).toEqual({ content: "Figs" });
  expect(await readBody("{}", "application/json; charset=utf-8")).toEqual({});
  expect(await readBody("")).toBeUndefined();
});

test.each<[string, BodyInit, string]>([
  ["half an object", '{"content":', "malformed"],
  ["bytes that are no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "malformed"],
  ["a list", "[]", "invalid"],
  ["a word", '"Figs"', "invalid"],
  ["null", "null", "invalid"],
  ["more than a body may have", JSON.stringify({ content: "x".repeat(JSON_BODY_MAX_BYTES) }), "too-large"],
])("%s is refused", async (_, body, code) => {
  await expect(readBody(body)).rejects.toMatchObject({ code });
});

test("rejects other content types, which forms elsewhere can send", async () => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])
    await expect(readBody("{}", type)).rejects.toMatchObject({ code: "wrong-type" });
});

import { afterAll, beforeAll, expect, test } from "bun:test";

import { createClub, type Person } from "#tests/support/club.ts";

import { errorResponse } from "./error-response.ts";

let club: Awaited<ReturnType<typeof createClub>>;
let admin: Person;
beforeAll(async () => {
  club = await createClub();
  admin = await club.admin();
});
afterAll(() => club.close());

const errorOf = async (method: string, path: string, body?: unknown) => {
  const response = await admin.call(method, path, body);
  return { status: response.status, ...(await response.json()) };
};

test("empty and missing fields get the empty-field message", async () => {
  for (const email of ["", undefined]) {
    const account = {
      username: "",
      password: "123456",
      invitationCode: "A",
      ...(email === undefined ? {} : { email }),
    };
    expect(await errorOf("POST", "/api/auth/register", account)).toMatchObject({
      status: 422,
      errors: [
        { path: "/username", message: "Username is required" },
        { path: "/email", message: "Email is required" },
      ],
    });
    expect(await errorOf("POST", "/api/email/test", email === undefined ? {} : { email })).toMatchObject({
      status: 422,
      message: "Please enter an email address",
    });
  }
});

test("no error mentions schemas", async () => {
  const book = { title: "Emma", author: "Jane Austen", month: "2026-03" };
  expect(await errorOf("POST", "/api/books", { ...book, coverImage: "https://elsewhere.example/cover.jpg" })).toEqual({
    status: 422,
    message: "The cover must be one that was uploaded here",
    errors: [{ path: "/coverImage", message: "The cover must be one that was uploaded here" }],
  });
  expect((await errorOf("POST", "/api/posts")).message).toBe("Send a JSON object.");
  expect((await errorOf("POST", "/api/invitations", { isAdmin: "yes" })).message).toBe(
    "isAdmin is missing or not valid.",
  );
});

test("an error about the whole body has an empty path", async () => {
  const { id } = await (
    await admin.call("POST", "/api/books", { title: "Emma", author: "Jane Austen", month: "2026-03" })
  ).json();
  const form = new FormData();
  form.append("bookId", String(id));
  form.append("ebook", new File(["no ZIP"], "emma.epub"));
  const upload = new Request("http://localhost/api/upload/ebook", {
    method: "POST",
    headers: { cookie: admin.cookie },
    body: form,
  });
  const responses = [
    await admin.call("PUT", `/api/books/${id}/review`, {}),
    await admin.call("POST", "/api/posts", []),
    await club.handler.fetch(upload),
  ];
  for (const answer of responses) {
    const { message, errors } = await answer.json();
    expect([answer.status, errors]).toEqual([422, [{ path: "", message }]]);
  }
});

test("a long list of wrong items gets a short response", async () => {
  const { errors } = await errorOf("POST", "/api/polls", { month: "2026-05", nominationIds: Array(50_000).fill("x") });
  expect(errors).toHaveLength(100);
});

test.each([
  ["EFBIG", 507, "The server's disk can't store a file of this size"],
  ["ENOSPC", 507, "The club's disk is full"],
  ["SQLITE_IOERR_WRITE", 500, "The server can't use its storage"],
  ["ENOTDIR", 500, "The server can't use its storage"],
  ["EROFS", 500, "The server can't use its storage"],
  ["ECONNRESET", 500, "Something went wrong on our side"],
])("an error %s gets %i and its reason", async (code, status, reason) => {
  const response = errorResponse(Object.assign(new Error("write"), { code }), club.deps.log);
  expect([response.status, (await response.json()).message]).toEqual([status, expect.stringContaining(reason)]);
});

import { afterEach, expect, setSystemTime, test } from "bun:test";

import { screen, waitFor, within } from "@testing-library/react";

import type { Meeting } from "#contract/meetings.ts";
import { adminApi, emptyMonth, users } from "#tests/support/admin-web.tsx";
import { readyMail } from "#tests/support/mail-samples.ts";
import { meeting, openApp } from "#tests/support/web.tsx";

afterEach(() => {
  setSystemTime();
});

test("tells members with the host's name apart", async () => {
  const ann = { ...users[1], displayName: "Ann" };
  const namesakes = [
    { ...ann, id: 5, username: "ann" },
    { ...ann, id: 9, username: "annie" },
  ];
  const hostedMeeting: Meeting = {
    ...meeting,
    date: "2030-01-30",
    host: { id: 5, displayName: "Ann", photoURL: null },
  };
  setSystemTime(new Date("2030-01-10T12:00:00Z"));
  const app = openApp("/admin/months/2030-01", {
    ...adminApi,
    "GET /api/users": namesakes,
    "GET /api/months/2030-01": { ...emptyMonth("2030-01"), meetings: [hostedMeeting] },
    "GET /api/meetings/3": hostedMeeting,
    "GET /api/email/status": readyMail,
    "GET /api/meetings/3/unanswered": [],
    "PUT /api/meetings/3/host": hostedMeeting,
  });
  const select = await screen.findByLabelText("Host");
  await within(select).findByRole("option", { name: "Ann (member 9)" });
  const options = within(select).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual(["Nobody yet", "Ann (member 5)", "Ann (member 9)"]);
  await app.user.selectOptions(select, "Ann (member 9)");
  const listNamedHosts = () =>
    app.calls.filter(({ path, method }) => path === "/api/meetings/3/host" && method === "PUT");
  await waitFor(() => expect(listNamedHosts().map(({ body }) => body)).toEqual([{ username: "annie" }]));
});

test("names any of 301 members, and shows the host once", async () => {
  const manyMembers = Array.from({ length: 301 }, (_, index) => ({
    ...users[1],
    id: 100 + index,
    username: `reader${index}`,
    displayName: `Reader ${index}`,
  }));
  const hostedMeeting: Meeting = {
    ...meeting,
    date: "2030-01-30",
    host: { id: 107, displayName: "Reader 7", photoURL: null },
  };
  setSystemTime(new Date("2030-01-10T12:00:00Z"));
  const app = openApp("/admin/months/2030-01", {
    ...adminApi,
    "GET /api/users": (_body: unknown, _init: RequestInit, query: URLSearchParams) => {
      const offset = Number(query.get("offset"));
      const rows = manyMembers.slice(offset, offset + Number(query.get("limit") ?? manyMembers.length));
      return Response.json(rows, { headers: { "X-Total-Count": String(manyMembers.length) } });
    },
    "GET /api/months/2030-01": { ...emptyMonth("2030-01"), meetings: [hostedMeeting] },
    "GET /api/meetings/3": hostedMeeting,
    "GET /api/email/status": readyMail,
    "GET /api/meetings/3/unanswered": [],
    "PUT /api/meetings/3/host": hostedMeeting,
  });
  const select = await screen.findByLabelText("Host");
  await within(select).findByRole("option", { name: "Reader 300" });
  expect(within(select).getAllByRole("option", { name: "Reader 7" })).toHaveLength(1);
  expect(within(select).getAllByRole("option")).toHaveLength(1 + manyMembers.length);
  await app.user.selectOptions(select, "Reader 300");
  const listNamedHosts = () =>
    app.calls.filter(({ path, method }) => path === "/api/meetings/3/host" && method === "PUT");
  await waitFor(() => expect(listNamedHosts().map(({ body }) => body)).toEqual([{ username: "reader300" }]));
});

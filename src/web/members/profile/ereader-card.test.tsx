import { expect, test } from "bun:test";

import { screen } from "@testing-library/react";

import { club, json, memberApi, nora, openApp, stored } from "#tests/support/web.tsx";

test("keeps the eReader's address, and resends its link", async () => {
  const profile = stored<object>({ ...nora, ereaderEmail: null, ereaderConfirmed: false, ereaderEachBook: false });
  const { user, calls } = openApp("/profile", {
    ...memberApi,
    "GET /api/profile": profile.read,
    "PATCH /api/profile": profile.change((patch) => patch),
    "POST /api/profile/ereader/link": json({}, 202),
  });
  await user.type(await screen.findByLabelText(/eReader email address/), "nora@kindle.example");
  await user.click(screen.getByRole("button", { name: "Save eReader" }));
  expect(await screen.findByText(/^We sent a link to nora@kindle.example/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send a test" }) === null).toBe(true);
  await user.click(screen.getByRole("button", { name: "Send it again" }));
  expect(await screen.findByText("The link is on its way.")).toBeTruthy();
  expect(calls.some(({ path }) => path === "/api/profile/ereader/link")).toBe(true);
});

test("says that no books go to eReaders in a club without email", async () => {
  openApp("/profile", {
    ...memberApi,
    "GET /api/club": { ...club, mailOn: false },
    "GET /api/profile": {
      ...nora,
      ereaderEmail: "n@kindle.example",
      ereaderConfirmed: false,
      ereaderEachBook: false,
    },
  });
  expect(await screen.findByText(/doesn't send email at the moment, so no books/)).toBeTruthy();
  expect(screen.queryByText(/We sent a link/) === null).toBe(true);
});

test("sends a test to a confirmed eReader when asked", async () => {
  const profile = stored<object>({ ...nora, ereaderEmail: null, ereaderConfirmed: false, ereaderEachBook: false });
  const { user, calls } = openApp("/profile", {
    ...memberApi,
    "GET /api/profile": profile.read,
    "PATCH /api/profile": profile.change(() => ({ ereaderEmail: "nora@kindle.example", ereaderConfirmed: true })),
    "POST /api/profile/ereader/test": json({}, 202),
  });
  await user.type(await screen.findByLabelText(/eReader email address/), "nora@kindle.example");
  await user.click(screen.getByRole("button", { name: "Save eReader" }));
  await user.click(await screen.findByRole("button", { name: "Send a test" }));
  expect(await screen.findByText(/It should be on your eReader/)).toBeTruthy();
  expect(calls.some(({ path }) => path === "/api/profile/ereader/test")).toBe(true);
});

test("says that the month's eBook failed, and where to resend", async () => {
  const ereaderFields = { ereaderEmail: "nora@kindle.example", ereaderConfirmed: true, ereaderEachBook: true };
  openApp("/profile", {
    ...memberApi,
    "GET /api/profile": { ...nora, ...ereaderFields, ereaderRefused: "The mail server refused it: “552 Too big”" },
  });
  expect(await screen.findByText("The latest eBook wasn't sent")).toBeTruthy();
  expect(screen.getByText(/“552 Too big” You can send it again from the eBook page\./)).toBeTruthy();
});

import { expect, test } from "bun:test";

import type { Content } from "#contract/months.ts";
import { eachClub } from "#tests/support/each-club.ts";

const { club, ada, mia } = eachClub(["ada", "mia"]);

const getContent = async (): Promise<Content> => (await mia.call("GET", "/api/content")).json();

test("lets members read, admins change, visitors nothing", async () => {
  expect((await club.visitor.call("GET", "/api/content")).status).toBe(401);
  expect((await mia.call("PATCH", "/api/content", { welcomeMessage: "Hi" })).status).toBe(403);
  const changedContent = await ada.call("PATCH", "/api/content", { meetingDate: "2026-03-28", meetingTime: "19:00" });
  expect(changedContent.status).toBe(200);
  expect(await getContent()).toEqual(await changedContent.json());
  expect(await getContent()).toMatchObject({ meetingDate: "2026-03-28", meetingTime: "19:00", welcomeMessage: "" });
});

test("keeps two admins' simultaneous changes to two fields (B01)", async () => {
  const bea = club.admin("bea");
  await Promise.all([
    ada.call("PATCH", "/api/content", { welcomeMessage: "Welcome" }),
    bea.call("PATCH", "/api/content", { presidentMessage: "Dear all" }),
  ]);
  expect(await getContent()).toMatchObject({ welcomeMessage: "Welcome", presidentMessage: "Dear all" });
});

test("overwrites another admin's text only after it was shown", async () => {
  const bea = club.admin("bea");
  const previousTexts = { welcomeMessage: "", presidentMessage: "" };
  expect((await ada.call("PATCH", "/api/content", { welcomeMessage: "Ada's", was: previousTexts })).status).toBe(200);
  const ownTexts = { welcomeMessage: "Bea's", presidentMessage: "Dear all" };
  const refusedResponse = await bea.call("PATCH", "/api/content", { ...ownTexts, was: previousTexts });
  expect(refusedResponse.status).toBe(409);
  expect((await refusedResponse.json()).errors).toEqual([{ path: "/welcomeMessage", message: expect.any(String) }]);
  expect(await getContent()).toMatchObject({ welcomeMessage: "Ada's", presidentMessage: "" });

  const seenTexts = { ...previousTexts, welcomeMessage: "Ada's" };
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    // the second time as if the first response was lost: the stored text is the caller's own
    expect((await bea.call("PATCH", "/api/content", { ...ownTexts, was: seenTexts })).status).toBe(200);
    expect(await getContent()).toMatchObject(ownTexts);
  }
  const otherTexts = { presidentMessage: "Dear all of you", was: { ...previousTexts, presidentMessage: "Dear all" } };
  expect((await ada.call("PATCH", "/api/content", otherTexts)).status).toBe(200);
});

test("rejects invalid content and changes nothing (B01)", async () => {
  await ada.call("PATCH", "/api/content", { meetingDate: "2026-03-28" });
  const badBodies: (object | string)[] = [
    {},
    [],
    "null",
    { welcomeMessage: 5 },
    { welcomeMessage: null },
    { welcomeMessage: "x".repeat(10_001) },
    { meetingDate: "2026-02-31" },
    { meetingDate: "2025-02-29" },
    { meetingDate: "31.01.2026" },
    { meetingTime: "25:00" },
    { meetingTime: "7 pm" },
    { meetingLocation: "x".repeat(301) },
    { meetingLocation: "The cellar\n14 Willow Street" },
  ];
  for (const body of badBodies) {
    const response = await ada.call("PATCH", "/api/content", body);
    expect(`${JSON.stringify(body).slice(0, 50)} ${response.status}`).toEndWith(" 422");
    expect((await response.json()).message).toBeString();
  }
  expect(await getContent()).toMatchObject({ meetingDate: "2026-03-28", welcomeMessage: "" });
});

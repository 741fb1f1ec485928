import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createPublicKey, verify } from "node:crypto";

import { readConfig } from "#server/config.ts";
import { checkRejections } from "#server/operations/doctor/mail.ts";
import { type Club, createClub, type Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { startPushService } from "#tests/support/push-service.ts";

import { findPushSubject } from "./endpoints.ts";
import { sendDueNotices } from "./notices.ts";
import { sendPushNotices } from "./push.ts";

let service: ReturnType<typeof startPushService>;
let club: Club;
let mia: Person;
beforeEach(async () => {
  service = startPushService();
  club = await createClub({ environment: { PUSH_ORIGINS: service.origin } });
  mia = club.member("mia");
});
afterEach(async () => {
  await service.stop();
  club.close();
});

const addSubscription = (who = mia, name = "a") => who.call("POST", "/api/profile/push", service.subscription(name));
const notice = { title: "This month's book", body: "Emma by Jane Austen", path: "/" };
const listTitles = () => service.received.map((message) => message.notice.title);

/** Whether the VAPID header's token is signed with the key (RFC 8292). */
function isSignedWith(publicKey: string, authorization: string): boolean {
  const [, input = "", signature = ""] = /t=([\w-]+\.[\w-]+)\.([\w-]+)/.exec(authorization) ?? [];
  const publicPoint = Buffer.from(publicKey, "base64url");
  const [x, y] = [publicPoint.subarray(1, 33).toString("base64url"), publicPoint.subarray(33).toString("base64url")];
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  return verify("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" }, Buffer.from(signature, "base64url"));
}

describe("a notification", () => {
  test("arrives encrypted and signed, once per subject", async () => {
    const { publicKey } = await jsonOf(mia.call("GET", "/api/push/key"));
    expect(await jsonOf(mia.call("GET", "/api/push/key"))).toEqual({ publicKey, isOn: false });
    expect((await addSubscription()).status).toBe(201);
    await sendPushNotices(club.deps, "book:1", notice);
    await sendPushNotices(club.deps, "book:1", notice);
    expect(service.received).toHaveLength(1);
    expect(service.received[0]).toMatchObject({ notice, ttl: "86400" });
    const { authorization = "" } = service.received[0] ?? {};
    expect(authorization).toContain(`k=${publicKey}`);
    expect(isSignedWith(publicKey, authorization)).toBe(true);
  });

  test("reports refused notices to member, doctor and metrics", async () => {
    await addSubscription();
    await addSubscription(club.member("otto"), "b");
    const deliveryState = async () => ({
      profile: (await jsonOf(mia.call("GET", "/api/push/key"))).refused,
      doctor: checkRejections(club.deps).map(({ state, message }) => `${state}: ${message}`),
      refused: club.deps.stores.count({ seenAfter: "", createdAfter: "" }).refusingBrowsers,
    });
    const host = new URL(service.origin).host;
    service.answer(403, '{"reason":"BadJwtToken","at":"/push/a"}');
    await sendPushNotices(club.deps, "a", notice);
    const reason = `${host} answered 403: {"reason":"BadJwtToken","at":"(hidden)"}`;
    expect(await deliveryState()).toMatchObject({ profile: reason, refused: 2 });
    expect((await deliveryState()).doctor).toContainEqual(expect.stringMatching(/^fix: Refused for 2 of 2 browsers: /));
    expect(club.logged.some((line) => /notified/.test(line))).toBe(false);
    expect(club.logged.some((line) => /notifications refused/.test(line))).toBe(true);
    const [, token = ""] = /t=([\w.-]+)/.exec(service.received.at(-1)?.authorization ?? "") ?? [];
    for (const secret of [
      token,
      token.slice(0, 60),
      "fN3xk2ab91Qd:APA91bHun4MxP5egoKMwt",
      "fN3xk2ab91Qd%3AAPA91bHun4MxP5egoKMwt",
    ]) {
      service.answer(400, `The token ${secret} isn't valid`);
      await addSubscription(mia, "fN3xk2ab91Qd:APA91bHun4MxP5egoKMwt");
      await sendPushNotices(club.deps, `echo ${secret.length} ${secret.indexOf(":")}`, notice);
      expect((await deliveryState()).profile).toBe(`${host} answered 400: The token (hidden) isn't valid`);
    }
    await mia.call("DELETE", "/api/profile/push", service.subscription("fN3xk2ab91Qd:APA91bHun4MxP5egoKMwt"));
    service.answer(429);
    await sendPushNotices(club.deps, "busy", notice);
    expect((await deliveryState()).doctor).toContainEqual(
      expect.stringMatching(/^note: Refused for 2 of 2 browsers: /),
    );
    service.answer(500, "x".repeat(1e6));
    await sendPushNotices(club.deps, "b", notice);
    expect(await deliveryState()).toMatchObject({ profile: `${host} answered 500` });
    expect((await deliveryState()).doctor).toContainEqual(
      expect.stringMatching(/^note: Refused for 2 of 2 browsers: /),
    );
    service.answer(201);
    await sendPushNotices(club.deps, "c", notice);
    expect(await deliveryState()).toMatchObject({ profile: undefined, refused: 0 });
    // a rejection of another browser or an earlier sign-in doesn't count for this subscription
    service.answer(403);
    await sendPushNotices(club.deps, "d", notice);
    await addSubscription();
    expect((await deliveryState()).profile).toBeUndefined();
    await service.stop();
    await sendPushNotices(club.deps, "e", notice);
    expect((await deliveryState()).profile).toBe(`${host} can't be reached`);
  });

  test("reports a rejected contact address, and doctor a missing one", async () => {
    const fromSetting = { EMAIL_FROM: "The Club <club@books.example.org>" };
    const mailto = "mailto:club@books.example.org";
    for (const [environment, subject] of [
      [{ PUBLIC_URL: "https://books.example.org", ...fromSetting }, "https://books.example.org"],
      [{ PUBLIC_URL: "https://club.local", ...fromSetting }, mailto],
      [{ PUBLIC_URL: "https://192.168.1.5", ...fromSetting }, mailto],
      [{ PUBLIC_URL: "https://[2001:db8::5]", ...fromSetting }, mailto],
      [{ PUBLIC_URL: "https://club", ...fromSetting }, mailto],
      [{ PUBLIC_URL: "http://books.example.org", ...fromSetting }, mailto],
      [fromSetting, mailto],
      [{ PUBLIC_URL: "https://club.local" }, null],
      [{ PUBLIC_URL: "https://club.local", EMAIL_FROM: "club@nas.local" }, null],
      [{}, null],
    ] as const)
      expect([environment, findPushSubject(readConfig(environment))]).toEqual([environment, subject]);
    await addSubscription();
    expect(checkRejections(club.deps).map(({ message }) => message)).toEqual([expect.stringContaining("EMAIL_FROM")]);
    await sendPushNotices(
      { ...club.deps, config: readConfig({ ...fromSetting, PUSH_ORIGINS: service.origin }) },
      "a",
      notice,
    );
    const [, token = ""] = /t=[\w-]+\.([\w-]+)\./.exec(service.received.at(-1)?.authorization ?? "") ?? [];
    expect(JSON.parse(Buffer.from(token, "base64url").toString()).sub).toBe(mailto);
  });

  test("ends when turned off, at sign-out or when expired", async () => {
    await addSubscription();
    const { endpoint } = service.subscription();
    expect((await club.member("otto").call("DELETE", "/api/profile/push", { endpoint })).status).toBe(204);
    await sendPushNotices(club.deps, "a", notice);
    expect((await mia.call("DELETE", "/api/profile/push", { endpoint })).status).toBe(204);
    await sendPushNotices(club.deps, "b", notice);
    expect(service.received).toHaveLength(1);
    await addSubscription();
    const fetchIsOn = async () => (await jsonOf(mia.call("GET", "/api/push/key"))).isOn;
    expect(await fetchIsOn()).toBe(true);
    service.answer(410);
    await sendPushNotices(club.deps, "c", notice);
    await sendPushNotices(club.deps, "d", notice);
    expect(service.received).toHaveLength(2);
    // the browser isn't told, so its page asks
    expect(await fetchIsOn()).toBe(false);
    expect(club.logged.filter((line) => line.startsWith("info notified"))).toHaveLength(1);
    service.answer(201);
    await addSubscription();
    await mia.call("POST", "/api/auth/logout");
    await sendPushNotices(club.deps, "e", notice);
    expect(service.received).toHaveLength(2);
  });

  test("goes to at most 20 browsers of a member", async () => {
    for (let at = 0; at < 20; at += 1) expect((await addSubscription(mia, `browser${at}`)).status).toBe(201);
    // as after a lost response
    expect((await addSubscription(mia, "browser19")).status).toBe(201);
    expect((await addSubscription(mia, "browser20")).status).toBe(409);
  });

  test("is sent only to public https hosts", async () => {
    const { keys } = service.subscription();
    for (const endpoint of [
      "http://push.example.com/x",
      "https://127.0.0.1/x",
      "https://[::1]/x",
      "https://10.0.0.1/x",
      "https://localhost/x",
      "https://nas.local/x",
      "https://localhost./x",
      "https://push.example.com:8443/x",
      "https://me@push.example.com/x",
      "nonsense",
    ]) {
      const { status } = await mia.call("POST", "/api/profile/push", { endpoint, keys });
      expect([endpoint, status]).toEqual([endpoint, 422]);
    }
    const noKeys = { ...keys, p256dh: "B".repeat(87) };
    expect((await mia.call("POST", "/api/profile/push", { ...service.subscription(), keys: noKeys })).status).toBe(422);
  });
});

describe("members are notified", () => {
  test("announces a month's book once, when members can see it", async () => {
    await addSubscription();
    const addBook = (title: string, month: string) =>
      club.deps.stores.books.insert({ title, author: "Jane Austen", month }, "2026-03-01");
    const noticesAt = async (at: string) => {
      const noticesBefore = listTitles().length;
      club.setTime(at);
      await sendDueNotices(club.deps);
      await sendDueNotices(club.deps);
      return listTitles().slice(noticesBefore);
    };
    addBook("Persuasion", "2026-03");
    expect(await noticesAt("2026-03-10T16:00:00Z")).toEqual(["This month's book"]);
    addBook("Emma", "2026-04");
    // 7 in the evening on March 31, and a minute to 9 on April 1 in New York
    expect(await noticesAt("2026-03-31T23:00:00Z")).toEqual([]);
    expect(await noticesAt("2026-04-01T12:59:00Z")).toEqual([]);
    expect(await noticesAt("2026-04-01T13:00:00Z")).toEqual(["This month's book"]);
    expect(await noticesAt("2026-05-02T00:00:00Z")).toEqual([]);
    // added at 9 in the evening, so it waits for the morning
    addBook("Dracula", "2026-05");
    expect(await noticesAt("2026-05-10T01:00:00Z")).toEqual([]);
    expect(await noticesAt("2026-05-10T13:00:00Z")).toEqual(["This month's book"]);
    // of a month that has passed
    addBook("Middlemarch", "2026-06");
    expect(await noticesAt("2026-07-02T15:00:00Z")).toEqual([]);
  });

  test("announces a club's first book at once, even if it's future", async () => {
    await addSubscription();
    club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2027-04" }, "2026-03-01");
    club.setTime("2026-03-10T16:00:00Z");
    await sendDueNotices(club.deps);
    expect(listTitles()).toEqual(["Our first book"]);
  });

  test("announces a moved meeting, and reminds a day before", async () => {
    const [ada, ben] = [club.admin("ada"), club.member("ben")];
    await addSubscription(mia, "mia");
    await addSubscription(ben, "ben");
    const plan = { date: "2026-03-20", time: "19:00", location: "The cellar" };
    const { id } = await jsonOf(ada.call("POST", "/api/meetings", plan));
    await sendDueNotices(club.deps);
    expect(listTitles()).toEqual([]);
    club.setTime("2026-03-10T12:01:00Z");
    await ada.call("PATCH", `/api/meetings/${id}`, { date: "2026-03-21" });
    await sendDueNotices(club.deps);
    expect(listTitles()).toEqual(["The meeting has moved", "The meeting has moved"]);
    await ben.call("PUT", `/api/meetings/${id}/answer`, { answer: "no" });
    club.setTime("2026-03-20T13:00:00Z");
    await sendDueNotices(club.deps);
    await sendDueNotices(club.deps);
    expect(listTitles().slice(2)).toEqual(["The meeting is tomorrow"]);
    const bodies = new Set(service.received.map(({ notice }) => notice.body));
    expect([...bodies]).toEqual([expect.stringMatching(/^Saturday, March 21, 7:00 PM [A-Z+\d]+, The cellar$/)]);
  });

  test("announces a host's moves twice a day, an admin's at once", async () => {
    club.setTime("2026-03-10T11:00:00Z");
    const ada = club.admin("ada");
    await addSubscription();
    const plan = { date: "2026-03-20", time: "19:00", location: "The cellar" };
    const { id } = await jsonOf(ada.call("POST", "/api/meetings", plan));
    await mia.call("PUT", `/api/meetings/${id}/host`, {});
    const moveMeeting = async (minute: number, who = mia) => {
      club.setTime(new Date(Date.parse("2026-03-10T12:00:00Z") + minute * 60_000).toISOString());
      expect((await who.call("PATCH", `/api/meetings/${id}`, { date: `2026-04-${10 + minute}` })).status).toBe(200);
      await sendDueNotices(club.deps);
    };
    for (let minute = 0; minute < 10; minute += 1) await moveMeeting(minute);
    expect(service.received).toHaveLength(2);
    await moveMeeting(10, ada);
    expect(service.received).toHaveLength(3);
    await moveMeeting(11);
    expect(service.received).toHaveLength(3);
    club.setTime("2026-03-11T12:11:00Z");
    await sendDueNotices(club.deps);
    expect(service.received.map(({ notice }) => notice.body.slice(0, 18))).toEqual([
      "Friday, April 10, ",
      "Saturday, April 11",
      "Monday, April 20, ",
      "Tuesday, April 21,",
    ]);
  });

  test("announces a new vote once, not an old or closed one", async () => {
    const ada = club.admin("ada");
    await addSubscription();
    const nominationIds: number[] = [];
    for (const title of ["Persuasion", "Dracula"])
      nominationIds.push((await jsonOf(ada.call("POST", "/api/nominations", { title, author: "A" }))).id);
    const openPoll = async (month: string, closesAt: string) =>
      (await jsonOf(ada.call("POST", "/api/polls", { month, closesAt, nominationIds }))).id;
    const firstPoll = await openPoll("2026-04", "2026-03-20T20:00:00Z");
    await sendDueNotices(club.deps);
    await sendDueNotices(club.deps);
    expect(service.received.map((message) => message.notice)).toEqual([
      { title: "A vote is open", body: "Choose the book for April, until March 20.", path: "/recommendations" },
    ]);
    await ada.call("POST", `/api/polls/${firstPoll}/close`);
    const secondPoll = await openPoll("2026-05", "2026-03-20T20:00:00Z");
    await ada.call("POST", `/api/polls/${secondPoll}/close`);
    await sendDueNotices(club.deps);
    await openPoll("2026-06", "2026-03-20T20:00:00Z");
    club.setTime("2026-03-12T12:00:01Z");
    await sendDueNotices(club.deps);
    expect(listTitles()).toEqual(["A vote is open"]);
  });
});

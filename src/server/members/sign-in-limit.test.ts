import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";

import { OPERATOR } from "#server/access/caller.ts";
import { createPasswords, type Passwords } from "#server/adapters/passwords.ts";
import { createDeps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { createHandler } from "#server/handler.ts";
import { cookiesOf } from "#tests/support/api-client.ts";
import { type Club, createClub, PASSWORD } from "#tests/support/club.ts";

import { resetPassword } from "./passwords.ts";

let club: Club;
beforeEach(async () => {
  club = await createClub();
});
afterEach(() => club.close());

describe("the sign-in limit", () => {
  const failSignIns = async (count: number, name = "mia", headers = {}) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i += 1) statuses.push((await club.signIn(name, "wrong", headers)).status);
    return statuses;
  };

  test("delays the eleventh try for every spelling (A04)", async () => {
    club.member("mia");
    expect(new Set(await failSignIns(10))).toEqual(new Set([401]));
    for (const name of ["mia", "MIA ", "ｍｉａ"]) {
      const refusedResponse = await club.signIn(name, PASSWORD, { "x-forwarded-for": "203.0.113.7" });
      expect(refusedResponse.status).toBe(429);
      expect(Number(refusedResponse.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  test("delays an address that tried ten names, for every name (A04)", async () => {
    club.member("mia");
    for (let i = 0; i < 10; i += 1) expect(await failSignIns(1, `name-${i}`)).toEqual([401]);
    expect((await club.signIn("mia", PASSWORD)).status).toBe(429);
  });

  test("forgets failures after an hour without a try", async () => {
    club.member("mia");
    await failSignIns(9);
    club.setTime("2026-03-10T13:00:01Z");
    expect(new Set(await failSignIns(9))).toEqual(new Set([401]));
    expect((await club.signIn("mia", PASSWORD)).status).toBe(200);
  });

  test("counts a burst in parallel, and hashes only what it counts", async () => {
    club.member("mia");
    const verify = spyOn(club.deps.passwords, "verify");
    const statuses = await Promise.all(Array.from({ length: 30 }, () => club.signIn("mia", "wrong")));
    expect(statuses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10);
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect(verify).toHaveBeenCalledTimes(10);
  });

  test("answers once when the count can't be written", async () => {
    club.member("mia");
    spyOn(club.deps.stores, "batchWrite").mockImplementation(async (write) => {
      write();
      throw new Error("the disk is full");
    });
    spyOn(club.deps.passwords, "verify").mockRejectedValue(new AppError("busy", "Too many are signing in."));
    expect((await club.signIn("mia", PASSWORD)).status).toBe(500);
  });

  test("doesn't count those rejected because the queue is full (O01)", async () => {
    let isFull = true;
    const passwords = createPasswords(club.deps.log);
    const verify: Passwords["verify"] = async (password, storedHash) => {
      if (isFull) throw new AppError("busy", "Too many are signing in.", { retryAfter: 5 });
      return passwords.verify(password, storedHash);
    };
    club.close();
    club = await createClub({ own: { passwords: { ...passwords, verify } } });
    club.member("mia");
    const busyResponse = await club.signIn("mia", PASSWORD);
    expect([busyResponse.status, busyResponse.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(club.db.query("SELECT key FROM attempts").all()).toEqual([]);
    isFull = false;
    expect((await club.signIn("mia", PASSWORD)).status).toBe(200);
  });

  test("ends within 15 minutes, and success clears it (A05)", async () => {
    club.member("mia");
    await failSignIns(10);
    for (const minute of [1, 2, 4, 9, 17, 33, 45]) {
      club.setTime(`2026-03-10T12:${String(minute).padStart(2, "0")}:00Z`);
      await failSignIns(1);
    }
    const refusedResponse = await club.signIn("mia", PASSWORD);
    expect(Number(refusedResponse.headers.get("retry-after"))).toBe(900);
    club.setTime("2026-03-10T13:00:00Z");
    expect((await club.signIn("mia", PASSWORD)).status).toBe(200);
    expect((await club.signIn("mia", "wrong")).status).toBe(401);
  });

  test("doesn't affect a live session or a known browser (A05)", async () => {
    const mia = club.member("mia");
    const homeCookies = cookiesOf(await club.signIn("mia", PASSWORD));
    await failSignIns(12);
    expect((await club.signIn("mia", PASSWORD)).status).toBe(429);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
    expect((await club.signIn("mia", PASSWORD, { cookie: homeCookies })).status).toBe(200);
  });

  test("survives a restart (A05)", async () => {
    club.member("mia");
    await failSignIns(10);
    // a restart creates new ones, but keeps the database
    const restartedHandler = createHandler(
      createDeps(club.config, club.db, { clock: club.deps.clock, log: club.deps.log }),
      {
        fetch: () => new Response("page"),
      },
    );
    const body = JSON.stringify({ username: "mia", password: PASSWORD });
    const headers = { "content-type": "application/json" };
    const secondRequest = new Request("http://localhost/api/auth/login", { method: "POST", body, headers });
    expect((await restartedHandler.fetch(secondRequest)).status).toBe(429);
  });

  test("applies again in a known browser after an admin's reset", async () => {
    const mia = club.member("mia");
    const homeCookies = cookiesOf(await club.signIn("mia", PASSWORD));
    const { temporaryPassword } = await resetPassword(club.deps, OPERATOR, mia.user.id);
    await failSignIns(10);
    expect((await club.signIn("mia", temporaryPassword, { cookie: homeCookies })).status).toBe(429);
  });

  test("doesn't outlast a clock that was ahead and was set back", async () => {
    club.member("mia");
    club.setTime("2027-03-10T12:00:00Z");
    await failSignIns(10);
    expect((await club.signIn("mia", PASSWORD)).status).toBe(429);
    club.setTime("2026-03-10T12:00:00Z");
    expect((await club.signIn("mia", PASSWORD)).status).toBe(200);
    await failSignIns(10);
    expect((await club.signIn("mia", PASSWORD)).status).toBe(429);
  });

  test("is lifted by an admin's reset", async () => {
    const mia = club.member("mia");
    await failSignIns(10);
    club.db.run("DELETE FROM attempts WHERE key LIKE 'sign-in:address:%'");
    const { temporaryPassword } = await resetPassword(club.deps, OPERATOR, mia.user.id);
    expect((await club.signIn("mia", temporaryPassword)).status).toBe(200);
  });
});

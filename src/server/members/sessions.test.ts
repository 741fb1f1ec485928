import { describe, expect, test } from "bun:test";

import { cookiesOf } from "#tests/support/api-client.ts";
import { eachClub } from "#tests/support/each-club.ts";

const { club } = eachClub();

describe("a session", () => {
  test("ends 30 days after its last use (S05)", async () => {
    const mia = club.member("mia");
    club.setTime("2026-04-09T11:00:00Z");
    const lastResponse = await mia.call("GET", "/api/auth/user");
    expect(lastResponse.status).toBe(200);
    expect(cookiesOf(lastResponse)).toBe(mia.cookie);
    club.setTime("2026-05-09T10:59:59Z");
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
    club.setTime("2026-06-08T10:59:59Z");
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
  });

  test("ends after 180 days however much it is used (S05)", async () => {
    const mia = club.member("mia");
    for (let day = 20; day < 180; day += 20) {
      club.setTime(new Date(Date.parse("2026-03-10T12:00:00Z") + day * 86_400_000).toISOString());
      expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
    }
    club.setTime(new Date(Date.parse("2026-03-10T12:00:00Z") + 180 * 86_400_000).toISOString());
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
  });

  test("survives a clock that is set back an hour (S05)", async () => {
    const mia = club.member("mia");
    club.setTime("2026-03-10T11:00:00Z");
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(200);
  });

  test("ends at sign-out, and signing out twice is no error (S03)", async () => {
    const mia = club.member("mia");
    const signOutResponse = await mia.call("POST", "/api/auth/logout");
    expect(signOutResponse.status).toBe(204);
    expect(signOutResponse.headers.getSetCookie()).toEqual(["session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
    expect((await mia.call("POST", "/api/auth/logout")).status).toBe(204);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
  });

  test("isn't restored by requests under way while it ends (S04)", async () => {
    const mia = club.member("mia");
    // a day later, because each call would record the session's last use
    club.setTime("2026-03-11T12:00:00Z");
    const calls = Array.from({ length: 100 }, (_, at) =>
      at === 50 ? mia.call("POST", "/api/auth/logout") : mia.call("GET", "/api/auth/user"),
    );
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
    expect([...statuses].every((status) => [200, 204, 401].includes(status))).toBeTrue();
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
    expect(club.db.query("SELECT count(*) AS n FROM sessions").get()).toEqual({ n: 0 });
  });

  test("is the first of two that a browser sends", async () => {
    const [mia, otto] = [club.member("mia"), club.member("otto")];
    const bothSessions = club.as(`${mia.cookie}; ${otto.cookie}`);
    expect(await (await bothSessions.call("GET", "/api/auth/user")).json()).toMatchObject({ username: "mia" });
    await bothSessions.call("POST", "/api/auth/logout");
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
    expect((await otto.call("GET", "/api/auth/user")).status).toBe(200);
  });

  test("ends immediately when its user is deleted (S04)", async () => {
    const mia = club.member("mia");
    club.deps.stores.users.delete(mia.user.id);
    expect((await mia.call("GET", "/api/auth/user")).status).toBe(401);
  });

  test("rejects a post whose user is deleted meanwhile (S04)", async () => {
    const [ada, mia] = [club.admin(), club.member("mia")];
    const [postResponse, deleteResponse] = await Promise.all([
      mia.call("POST", "/api/posts", { content: "Figs" }),
      ada.call("DELETE", `/api/users/${mia.user.id}`),
    ]);
    expect([postResponse.status, deleteResponse.status]).toEqual([401, 204]);
    expect(await (await ada.call("GET", "/api/posts")).json()).toEqual([]);
  });

  test("isn't found for cookies that aren't tokens", async () => {
    for (const value of ["", "1", "null", '{"a":1}', "'; DROP TABLE sessions; --", "%00", "a".repeat(5000)])
      expect((await club.as(`session=${value}`).call("GET", "/api/auth/user")).status).toBe(401);
  });
});

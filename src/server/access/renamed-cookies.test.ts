import { afterEach, describe, expect, test } from "bun:test";

import { cookiesOf } from "#tests/support/api-client.ts";
import { type Club, createClub, PASSWORD } from "#tests/support/club.ts";

import { migrateCookies } from "./renamed-cookies.ts";

const clubs: Club[] = [];
afterEach(() => {
  for (const club of clubs.splice(0)) club.close();
});

async function clubAt(publicUrl?: string): Promise<Club> {
  const club = await createClub(publicUrl === undefined ? {} : { environment: { PUBLIC_URL: publicUrl } });
  clubs.push(club);
  return club;
}

/** A cookie jar: browsers share a host's cookies among its ports. */
function createBrowser() {
  const jar = new Map<string, string>();
  return {
    jar,
    call: async (club: Club, method: string, path: string, body?: unknown) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await club.as(cookie).call(method, path, body);
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/; Max-Age=0(?:;|$)/.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    },
    signIn: function (club: Club, username: string) {
      return this.call(club, "POST", "/api/auth/login", { username, password: PASSWORD });
    },
    isSignedIn: async function (club: Club) {
      return (await this.call(club, "GET", "/api/auth/user")).ok;
    },
  };
}

const nameOf = (cookie: string) => cookie.split("=")[0] ?? "";

describe("all cookies that a sign-in sets", () => {
  test.each([
    ["https://club.example.org:8443", ["__Host-device-8443", "__Host-session-8443"]],
    ["https://club.example.org:443", ["__Host-device", "__Host-session"]],
    ["https://club.example.org:80", ["__Host-device-80", "__Host-session-80"]],
    ["http://localhost:3000", ["device-3000", "session-3000"]],
    ["http://localhost:80", ["device", "session"]],
    [undefined, ["device", "session"]],
  ])("are named by the port of %p", async (publicUrl, names) => {
    const club = await clubAt(publicUrl);
    club.member("mia");
    const signedInResponses = [
      await club.signIn("mia", PASSWORD),
      await club.visitor.call("POST", "/api/auth/register", club.registration()),
    ];
    for (const response of signedInResponses) {
      const lines = response.headers.getSetCookie();
      expect(lines.map(nameOf).toSorted()).toEqual(names);
      expect((await club.as(cookiesOf(response)).call("GET", "/api/auth/user")).status).toBe(200);
      for (const line of lines) expect(line.includes("; Secure")).toBe(publicUrl?.startsWith("https") === true);
    }
  });
});

test("keeps the sessions of two clubs on one host apart", async () => {
  const [firstClub, secondClub] = [await clubAt("http://localhost:3000"), await clubAt("http://localhost:3001")];
  firstClub.member("mia");
  secondClub.member("mia");
  const cookieJar = createBrowser();
  await cookieJar.signIn(firstClub, "mia");
  await cookieJar.signIn(secondClub, "mia");
  expect([await cookieJar.isSignedIn(firstClub), await cookieJar.isSignedIn(secondClub)]).toEqual([true, true]);
  await cookieJar.call(secondClub, "POST", "/api/auth/logout");
  expect([await cookieJar.isSignedIn(firstClub), await cookieJar.isSignedIn(secondClub)]).toEqual([true, false]);
});

describe("a cookie with the name of earlier versions", () => {
  test("accepts an existing token once on any call, and replaces it", async () => {
    for (const path of ["/api/auth/user", "/api/club", "/api/profile"]) {
      const club = await clubAt("https://club.example.org:8443");
      club.member("mia");
      const cookieJar = createBrowser();
      await cookieJar.signIn(club, "mia");
      const heldCookies = [...cookieJar.jar];
      cookieJar.jar.clear();
      for (const [name, value] of heldCookies) cookieJar.jar.set(name.replace("-8443", ""), value);
      const values = [...cookieJar.jar.values()];
      const response = await cookieJar.call(club, "GET", path);
      expect([path, response.status]).toEqual([path, 200]);
      expect([...cookieJar.jar.keys()].toSorted()).toEqual(["__Host-device-8443", "__Host-session-8443"]);
      expect([...cookieJar.jar.values()].toSorted()).toEqual(values.toSorted());
      for (const line of response.headers.getSetCookie())
        expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      expect(await cookieJar.isSignedIn(club)).toBe(true);
    }
  });

  test("is deleted when its session signs in or out", async () => {
    for (const direction of ["out", "in"]) {
      const club = await clubAt("http://localhost:3000");
      const { cookie } = club.member("mia");
      const cookieJar = createBrowser();
      cookieJar.jar.set("session", cookie.slice("session=".length));
      await (direction === "out" ? cookieJar.call(club, "POST", "/api/auth/logout") : cookieJar.signIn(club, "mia"));
      expect(cookieJar.jar.has("session")).toBe(false);
      expect(await cookieJar.isSignedIn(club)).toBe(direction === "in");
      expect((await club.as(cookie).call("GET", "/api/auth/user")).status).toBe(401);
    }
  });

  test("wins over the newer cookie only when that session has ended", async () => {
    const club = await clubAt("http://localhost:3000");
    const sessionToken = ({ cookie }: { cookie: string }) => cookie.slice("session=".length);
    const [mia, nora] = [club.member("mia"), club.member("nora")];
    const callWithCookies = (oldCookie: string, currentCookie: string) =>
      club.as(`session-3000=${currentCookie}; session=${oldCookie}`).call("GET", "/api/auth/user");
    expect(await (await callWithCookies(sessionToken(mia), "A".repeat(43))).json()).toMatchObject({ username: "mia" });
    expect(await (await callWithCookies(sessionToken(mia), sessionToken(nora))).json()).toMatchObject({
      username: "nora",
    });
  });

  test("is ignored and kept if it's another club's", async () => {
    const [firstClub, secondClub] = [await clubAt(), await clubAt("http://localhost:3001")];
    firstClub.member("mia");
    secondClub.member("mia");
    const cookieJar = createBrowser();
    await cookieJar.signIn(firstClub, "mia");
    const cookiesBefore = new Map(cookieJar.jar);
    expect(await cookieJar.isSignedIn(secondClub)).toBe(false);
    await cookieJar.signIn(secondClub, "mia");
    await cookieJar.call(secondClub, "POST", "/api/auth/logout");
    expect([...cookiesBefore].every(([name, value]) => cookieJar.jar.get(name) === value)).toBe(true);
    expect(await cookieJar.isSignedIn(firstClub)).toBe(true);
  });

  test.each(["my tool=1", "ünder=2", "=3", "tool[a]=4", "tool=5; tool=6"])(
    "is replaced beside %p, a cookie of another program",
    async (otherCookie) => {
      const club = await clubAt("http://localhost:3000");
      const { cookie } = club.member("mia");
      for (const header of [`${otherCookie}; ${cookie}`, `${cookie}; ${otherCookie}`]) {
        const response = await club.as(header).call("GET", "/api/auth/user");
        expect([response.status, response.headers.getSetCookie().map(nameOf)]).toEqual([
          200,
          ["session-3000", "session"],
        ]);
      }
    },
  );

  test("isn't replaced in a response that shared caches may store", async () => {
    const club = await clubAt("http://localhost:3000");
    const request = new Request("http://localhost/", { headers: { cookie: club.member("mia").cookie } });
    const migratedResponse = migrateCookies(club.deps, request);
    const setCookieLines = (cacheControl: string) => {
      const headers = new Headers({ "cache-control": cacheControl });
      migratedResponse?.(headers);
      return headers.getSetCookie().length;
    };
    expect(["private, no-cache", "no-store"].map(setCookieLines)).toEqual([2, 2]);
    expect(["public, max-age=31536000, immutable", "private, max-age=5"].map(setCookieLines)).toEqual([0, 0]);
  });
});

import { describe, expect, spyOn, test } from "bun:test";

import { PASSWORD } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";

import { createAdmin } from "./accounts.ts";

const { club } = eachClub();

const createMemberWithAddress = async (name: string, email: string) => {
  const person = club.member(name);
  await jsonOf(person.call("PATCH", "/api/profile", { email }));
  return person.user;
};
const registerMember = (username: string, email: string, displayName = "Newcomer") =>
  club.visitor.call("POST", "/api/auth/register", club.registration({ username, email, displayName }));
const listAttempts = () =>
  club.db
    .query<{ failures: number }, []>("SELECT failures FROM attempts WHERE key LIKE 'sign-in:%' ORDER BY failures")
    .all()
    .map(({ failures }) => failures);
const statusOf = async (answer: Promise<Response>) => (await answer).status;

describe("signing in by email address", () => {
  test("takes the account's address, compared as addresses are", async () => {
    const { id } = await createMemberWithAddress("mia", "Mia.Wine@Straße.example");
    const spellings = ["Mia.Wine@Straße.example", "  mia.wine@STRASSE.EXAMPLE", "MIA.WINE@xn--strae-oqa.example\n"];
    for (const typedAddress of spellings) {
      const answer = await club.signIn(typedAddress, PASSWORD);
      const isOther = typedAddress.includes("STRASSE");
      expect([typedAddress, answer.status]).toEqual([typedAddress, isOther ? 401 : 200]);
      if (!isOther) expect((await answer.json()).id).toBe(id);
    }
    for (const typedAddress of ["mia.wine", "@straße.example", "@", "mia.wine@straße.example@straße.example"])
      expect([typedAddress, await statusOf(club.signIn(typedAddress, PASSWORD))]).toEqual([typedAddress, 401]);
  });

  test("ends when the address changes, and usernames win", async () => {
    const mia = await createMemberWithAddress("mia", "old@example.org");
    const namedMember = club.member("now@wine.example");
    const saveAddress = club.db.query("UPDATE users SET email = ?2, email_key = ?2 WHERE id = ?1");
    saveAddress.run(namedMember.user.id, "named@wine.example");
    saveAddress.run(mia.id, "now@wine.example");
    expect(await statusOf(club.signIn("old@example.org", PASSWORD))).toBe(401);
    // a username of an earlier version that is now another member's address
    const { id } = await jsonOf(club.signIn("now@wine.example", PASSWORD));
    expect(id).toBe(namedMember.user.id);
  });

  test("allows as many tries as by name, and hashes if unknown", async () => {
    await createMemberWithAddress("mia", "mia@wine.example");
    const verify = spyOn(club.deps.passwords, "verify");
    const unknownAddressResponse = await club.signIn("nobody@wine.example", "wrong", {
      "x-forwarded-for": "203.0.113.9",
    });
    const wrongPasswordResponse = await club.signIn("mia@wine.example", "wrong", { "x-forwarded-for": "203.0.113.8" });
    expect([unknownAddressResponse.status, await unknownAddressResponse.json()]).toEqual([
      wrongPasswordResponse.status,
      await wrongPasswordResponse.json(),
    ]);
    expect(verify).toHaveBeenCalledTimes(2);
    for (const typedAddress of ["mia", "MIA@WINE.EXAMPLE", "ｍｉａ"]) await club.signIn(typedAddress, "wrong");
    // attempts by the unknown address, by the account, and from the network
    expect(listAttempts()).toEqual([1, 4, 5]);
    expect(await statusOf(club.signIn("mia@wine.example", PASSWORD))).toBe(200);
    expect(listAttempts()).toEqual([1, 5]);
    for (let at = 0; at < 5; at += 1) await club.signIn("mia@wine.example", "wrong");
    for (const typedAddress of ["mia", "mia@wine.example"])
      expect(await statusOf(club.signIn(typedAddress, PASSWORD))).toBe(429);
  });
});

describe("a username that is an email address", () => {
  test.each([
    ["somebody else's", "mia@wine.example", "new@example.org"],
    ["nobody's yet", "later@wine.example", "new@example.org"],
    ["in wide letters", "ｍｉａ＠ｗｉｎｅ．ｅｘａｍｐｌｅ", "new@example.org"],
    ["in letters that look the same", "mіa@wine.example", "new@example.org"],
    ["with a fold of ours", "mıa@wine.example", "new@example.org"],
    ["of a domain in two scripts", "mia@straße.example", "mia@strasse.example"],
    ["that folds to another domain", "mia@straße.example", "mia@straße.example"],
    ["with space around", " mia@wine.example ", "new@example.org"],
  ])("is refused: %s", async (_, username, email) => {
    await createMemberWithAddress("mia", "mia@wine.example");
    const refusedResponse = await registerMember(username, email);
    expect(refusedResponse.status).toBe(422);
    expect((await refusedResponse.json()).errors).toEqual([
      { path: "/username", message: "Choose a name that isn't an email address, or use your own email address." },
    ]);
    expect(await statusOf(club.signIn("mia@wine.example", PASSWORD))).toBe(200);
  });

  test("is accepted if it's the member's address, or no address", async () => {
    expect(await statusOf(registerMember("New@Example.org", "new@example.ORG"))).toBe(201);
    expect(await statusOf(registerMember("new@münchen.example", "new@xn--mnchen-3ya.example", "Two"))).toBe(201);
    for (const [at, name] of ["@home", "mia@home", "a@b@c.example", "wine@"].entries())
      expect([name, await statusOf(registerMember(name, `n${at}@example.org`, `Name ${at}`))]).toEqual([name, 201]);
  });

  test("is refused for the first admin, too", async () => {
    const person = { username: "ada@wine.example", password: PASSWORD, email: "ada@example.org" };
    expect(createAdmin(club.deps, person)).rejects.toThrow("Choose a name that isn't an email address");
    expect((await createAdmin(club.deps, { ...person, email: "ada@wine.example" })).username).toBe("ada@wine.example");
  });
});

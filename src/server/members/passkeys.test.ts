import { describe, expect, test } from "bun:test";

import { cookiesOf } from "#tests/support/api-client.ts";
import { createClub, PASSWORD } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { createPasskey } from "#tests/support/soft-passkey.ts";

const { club, mia } = eachClub(["mia"]);

type SoftPasskey = ReturnType<typeof createPasskey>;

const challengeOf = async (options: Promise<Response>): Promise<string> => (await jsonOf(options)).challenge;
const requestAddChallenge = (who = mia) => challengeOf(who.call("POST", "/api/profile/passkeys/options"));
const requestSignInChallenge = () => challengeOf(club.visitor.call("POST", "/api/auth/passkey/options"));
const addPasskey = async (passkey: SoftPasskey, who = mia) =>
  who.call("POST", "/api/profile/passkeys", {
    name: "My phone",
    response: passkey.attest(await requestAddChallenge(who)),
  });
const signIn = (response: object) => club.visitor.call("POST", "/api/auth/passkey", { response });

describe("a passkey", () => {
  test("is added, signs in, says when it was used, and is removed", async () => {
    const passkey = createPasskey();
    const addedPasskey = await jsonOf(addPasskey(passkey));
    expect(addedPasskey).toEqual({ id: 1, name: "My phone", createdAt: "2026-03-10T12:00:00.000Z", lastUsedAt: null });
    club.setTime("2026-03-10T13:00:00Z");
    const response = await signIn(passkey.assert(await requestSignInChallenge(), 1));
    expect(await response.json()).toMatchObject({ username: "mia" });
    const passkeySession = club.as(cookiesOf(response));
    expect(await jsonOf(passkeySession.call("GET", "/api/profile/passkeys"))).toMatchObject([
      { lastUsedAt: "2026-03-10T13:00:00.000Z" },
    ]);
    expect((await mia.call("DELETE", `/api/profile/passkeys/${addedPasskey.id}`)).status).toBe(204);
    expect((await signIn(passkey.assert(await requestSignInChallenge(), 2))).status).toBe(401);
  });

  test("is added when self-attested, unless for another challenge", async () => {
    const passkey = createPasskey();
    const addSigned = async (response: object) =>
      mia.call("POST", "/api/profile/passkeys", { name: "Vault", response });
    const attestation = passkey.attest(await requestAddChallenge(), { signed: true });
    const { clientDataJSON } = passkey.attest(await requestAddChallenge()).response;
    expect((await addSigned({ ...attestation, response: { ...attestation.response, clientDataJSON } })).status).toBe(
      422,
    );
    expect((await addSigned(passkey.attest(await requestAddChallenge(), { signed: true }))).status).toBe(201);
    expect((await signIn(passkey.assert(await requestSignInChallenge(), 1))).status).toBe(200);
  });

  test("is added once, and belongs only to its member", async () => {
    const passkey = createPasskey();
    expect((await addPasskey(passkey)).status).toBe(201);
    expect((await addPasskey(passkey)).status).toBe(409);
    const otto = club.member("otto");
    expect((await otto.call("DELETE", "/api/profile/passkeys/1")).status).toBe(404);
    expect(await jsonOf(otto.call("GET", "/api/profile/passkeys"))).toEqual([]);
  });

  test("of another origin, or for another site, is rejected", async () => {
    for (const wrongSource of [{ origin: "https://evil.example" }, { rpID: "evil.example" }])
      expect((await addPasskey(createPasskey(wrongSource))).status).toBe(422);
    const passkey = createPasskey();
    await addPasskey(passkey);
    const challenge = await requestSignInChallenge();
    for (const wrongSource of [{ origin: "https://evil.example" }, { rpID: "evil.example" }])
      expect((await signIn(passkey.assert(challenge, 1, wrongSource))).status).toBe(401);
    expect((await signIn(passkey.assert(challenge, 1))).status).toBe(200);
  });

  test("works behind a proxy at PUBLIC_URL, and nowhere else", async () => {
    const proxiedClub = await createClub({ environment: { PUBLIC_URL: "https://club.example.org" } });
    const nora = proxiedClub.as(proxiedClub.member("nora").cookie.replace("session", "__Host-session"));
    const attemptSignIn = async (origin: string) => {
      const response = createPasskey({ origin, rpID: "club.example.org" }).attest(
        await challengeOf(nora.call("POST", "/api/profile/passkeys/options")),
      );
      return (await nora.call("POST", "/api/profile/passkeys", { name: "Phone", response })).status;
    };
    expect([
      await attemptSignIn("https://club.example.org"),
      await attemptSignIn("http://club.example.org"),
      await attemptSignIn("https://evil.club.example.org"),
      await attemptSignIn("http://localhost:3000"),
    ]).toEqual([201, 422, 422, 422]);
    proxiedClub.close();
  });

  test("accepts a challenge once, for ten minutes and its purpose", async () => {
    const passkey = createPasskey();
    await addPasskey(passkey);
    const response = passkey.assert(await requestSignInChallenge());
    expect([(await signIn(response)).status, (await signIn(response)).status]).toEqual([200, 401]);
    expect((await signIn(passkey.assert(await requestAddChallenge()))).status).toBe(401);
    expect((await signIn(passkey.assert(Buffer.alloc(56).toString("base64url")))).status).toBe(401);
    const expiredChallenge = await requestSignInChallenge();
    const otto = club.member("otto");
    const otherChallenge = await requestAddChallenge(otto);
    const stolenResponse = { name: "x", response: createPasskey().attest(otherChallenge) };
    expect((await mia.call("POST", "/api/profile/passkeys", stolenResponse)).status).toBe(422);
    club.setTime("2026-03-10T12:10:00Z");
    expect((await signIn(passkey.assert(expiredChallenge))).status).toBe(401);
  });

  test("without a challenge of text is rejected", async () => {
    const passkey = createPasskey();
    for (const challenge of [undefined, null, 1, {}, ["a"], { type: "Buffer", data: [1] }]) {
      const response = passkey.attest(challenge as string);
      expect((await mia.call("POST", "/api/profile/passkeys", { name: "x", response })).status).toBe(422);
    }
    expect((await addPasskey(passkey)).status).toBe(201);
    expect((await signIn(passkey.assert(undefined as unknown as string, 1))).status).toBe(401);
  });

  test("with a decreased counter is a copy, and is rejected", async () => {
    const passkey = createPasskey();
    await addPasskey(passkey);
    expect((await signIn(passkey.assert(await requestSignInChallenge(), 5))).status).toBe(200);
    expect((await signIn(passkey.assert(await requestSignInChallenge(), 5))).status).toBe(401);
    expect((await signIn(passkey.assert(await requestSignInChallenge(), 6))).status).toBe(200);
  });

  test("is removed by a reset, and kept by a password change", async () => {
    const passkey = createPasskey();
    await addPasskey(passkey);
    const passwords = { currentPassword: PASSWORD, newPassword: "four chapters" };
    expect((await mia.call("POST", "/api/profile/password", passwords)).status).toBeLessThan(300);
    expect((await signIn(passkey.assert(await requestSignInChallenge(), 1))).status).toBe(200);
    expect((await club.signIn("mia", "four chapters")).status).toBe(200);
    const ada = club.admin("ada");
    await ada.call("PATCH", `/api/users/${mia.user.id}/password-reset`);
    expect((await signIn(passkey.assert(await requestSignInChallenge(), 2))).status).toBe(401);
  });

  test("that is unknown gets the response of a wrong one, and counts", async () => {
    await addPasskey(createPasskey());
    const bodies = new Set<string>();
    for (let guess = 0; guess < 10; guess += 1)
      bodies.add(await (await signIn(createPasskey().assert(await requestSignInChallenge()))).text());
    expect([...bodies]).toHaveLength(1);
    expect((await signIn(createPasskey().assert(await requestSignInChallenge()))).status).toBe(429);
  });

  test("works in a known browser while strangers must wait", async () => {
    const passkey = createPasskey();
    await addPasskey(passkey);
    const knownBrowser = club.as(cookiesOf(await signIn(passkey.assert(await requestSignInChallenge(), 1))));
    for (let guess = 0; guess < 10; guess += 1) await signIn(createPasskey().assert(await requestSignInChallenge(), 1));
    const challenge = await challengeOf(knownBrowser.call("POST", "/api/auth/passkey/options"));
    const response = passkey.assert(challenge, 2);
    expect((await signIn(response)).status).toBe(429);
    expect((await knownBrowser.call("POST", "/api/auth/passkey", { response })).status).toBe(200);
  });

  test("isn't offered without https", async () => {
    const plainClub = await createClub({ environment: { PUBLIC_URL: "http://nas.local:3000" } });
    expect((await plainClub.member().call("POST", "/api/profile/passkeys/options")).status).toBe(409);
    expect((await plainClub.visitor.call("POST", "/api/auth/passkey/options")).status).toBe(409);
    plainClub.close();
    const secureClub = await createClub({ environment: { PUBLIC_URL: "https://club.example.org" } });
    expect(await jsonOf(secureClub.visitor.call("POST", "/api/auth/passkey/options"))).toMatchObject({
      rpId: "club.example.org",
    });
    secureClub.close();
  });
});

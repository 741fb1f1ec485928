import { beforeEach, describe, expect, test } from "bun:test";

import { OPERATOR } from "#server/access/caller.ts";
import { cookiesOf } from "#tests/support/api-client.ts";
import { PASSWORD } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { createPasskey } from "#tests/support/soft-passkey.ts";

import { createInvitation } from "./members/invitations.ts";

const { club, mia } = eachClub(["mia"]);
beforeEach(() => {
  club.logged.length = 0;
});

/** Logged lines except those of requests. */
const listEvents = () => club.logged.filter((line) => !line.startsWith("info request "));

describe("the log", () => {
  test("logs each sign-in, successful or not, by id rather than name", async () => {
    await club.signIn("mia", PASSWORD);
    await club.signIn("mia", "wrong-wrong");
    await club.signIn("mallory", PASSWORD);
    expect(listEvents()).toEqual([
      `info signed in {"user":${mia.user.id},"from":"local"}`,
      `warn sign-in failed {"why":"wrong password","user":${mia.user.id},"from":"local"}`,
      'warn sign-in failed {"why":"unknown name","from":"local"}',
    ]);
    for (const secret of ["mia", "mallory", "wrong-wrong", PASSWORD, "$argon2"])
      expect(club.logged.join("\n")).not.toContain(secret);
  });

  test("logs who joins, a rejected code, and who leaves", async () => {
    const { code } = createInvitation(club.deps, OPERATOR, {});
    club.logged.length = 0;
    const registerWithCode = (invitationCode: string) =>
      club.visitor.call("POST", "/api/auth/register", club.registration({ invitationCode }));
    await registerWithCode("WRONG-CODE");
    await registerWithCode(code);
    await mia.call("POST", "/api/auth/logout");
    expect(listEvents().filter((line) => !line.includes("audit event recorded"))).toEqual([
      'warn invitation refused {"from":"local"}',
      `info registered {"user":${mia.user.id + 1},"from":"local"}`,
      `info session ended {"user":${mia.user.id}}`,
    ]);
    for (const secret of ["nora", code, "WRONG-CODE"]) expect(club.logged.join("\n")).not.toContain(secret);
  });

  test("logs codes, passkeys and links without their secrets", async () => {
    const ada = club.admin("ada");
    const { code } = await jsonOf(mia.call("POST", "/api/auth/device"));
    for (const typedCode of ["AAAA-0000", code])
      await club.visitor.call("POST", "/api/auth/device/use", { code: typedCode });
    const passkey = createPasskey();
    const options = await jsonOf(mia.call("POST", "/api/profile/passkeys/options"));
    const newPasskey = { name: "Phone", response: passkey.attest(options.challenge) };
    await mia.call("POST", "/api/profile/passkeys", newPasskey);
    const { challenge } = await jsonOf(club.visitor.call("POST", "/api/auth/passkey/options"));
    const response = passkey.assert(challenge);
    for (let time = 0; time < 2; time += 1) await club.visitor.call("POST", "/api/auth/passkey", { response });
    await mia.call("DELETE", "/api/profile/passkeys/1");
    const { url } = await jsonOf(ada.call("POST", `/api/users/${mia.user.id}/reset-link`));
    const token = new URL(url).searchParams.get("reset") ?? "";
    await club.visitor.call("POST", "/api/auth/reset", { token, password: "Shiraz & sonnets" });
    expect(listEvents()).toEqual([
      'warn device code refused {"from":"local"}',
      `info signed in by another device {"user":${mia.user.id},"from":"local"}`,
      `info passkey added {"user":${mia.user.id}}`,
      `info signed in {"user":${mia.user.id},"from":"local","by":"passkey"}`,
      'warn sign-in failed {"why":"passkey: challenge","from":"local"}',
      `info passkey removed {"user":${mia.user.id}}`,
      `info audit event recorded {"kind":"reset-link-created","by":${ada.user.id}}`,
      `info password reset by link {"user":${mia.user.id},"from":"local"}`,
    ]);
    for (const secret of [code, "AAAA-0000", response.id, challenge, token, "Shiraz", "mia"])
      expect(club.logged.join("\n")).not.toContain(secret);
  });

  test("logs who made rejected and forbidden calls", async () => {
    await club.visitor.call("GET", "/api/posts");
    await mia.call("GET", "/api/users");
    await mia.call("POST", "/api/posts", { content: "Brie" }, { "sec-fetch-site": "cross-site" });
    for (let time = 0; time < 10; time += 1) await club.signIn("nobody", "wrong");
    await club.signIn("nobody", "wrong");
    const refusedRequests = club.logged.filter(
      (line) => line.startsWith("info request ") && line.includes('"from":"local"'),
    );
    const statuses = refusedRequests.map((line) => /"status":(\d+)/.exec(line)?.[1]);
    expect(statuses).toEqual(["401", "403", "403", ...Array.from({ length: 10 }, () => "401"), "429"]);
    expect(listEvents()).toContain(`warn admin call refused {"user":${mia.user.id}}`);
    await mia.call("GET", "/api/posts");
    expect(club.logged.at(-1)).not.toContain("from");
  });

  test("logs changed accounts and admin actions without content", async () => {
    const ada = club.admin("ada");
    const changePassword = (currentPassword: string) =>
      mia.call("POST", "/api/profile/password", { currentPassword, newPassword: "Shiraz & sonnets" });
    await changePassword("guess-guess");
    const newSession = club.as(cookiesOf(await changePassword(PASSWORD)));
    await newSession.call("PATCH", "/api/profile", { email: "new@example.org" });
    // the form sends the address with a new name
    await newSession.call("PATCH", "/api/profile", { displayName: "Mia M.", email: "new@example.org" });
    await ada.call("PATCH", "/api/content", { welcomeMessage: "Hello you" });
    await ada.call("DELETE", `/api/users/${mia.user.id}`);
    expect(listEvents()).toEqual([
      `warn password change refused {"user":${mia.user.id}}`,
      `info password changed {"user":${mia.user.id}}`,
      `info address changed {"user":${mia.user.id}}`,
      `info audit event recorded {"kind":"member-renamed","by":${mia.user.id}}`,
      `info audit event recorded {"kind":"content-changed","by":${ada.user.id}}`,
      `info audit event recorded {"kind":"user-deleted","by":${ada.user.id}}`,
    ]);
    for (const secret of ["guess-guess", "Shiraz", "new@example.org", "Hello you", "ada", "mia", "Mia M."])
      expect(club.logged.join("\n")).not.toContain(secret);
  });
});

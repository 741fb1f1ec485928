import { afterEach, beforeEach, describe, expect, test } from "bun:test";

import { OPERATOR } from "#server/access/caller.ts";
import { PASSWORD, type Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { createMailClub } from "#tests/support/mail-club.ts";
import { readModules } from "#tests/support/modules.ts";
import { challenge, createPasskey } from "#tests/support/soft-passkey.ts";

import { resetPassword } from "./passwords.ts";

const NEW_PASSWORD = "another one entirely";

let club: Awaited<ReturnType<typeof createMailClub>>;
let mia: Person;
beforeEach(async () => {
  club = await createMailClub({ members: 0, environment: { PUBLIC_URL: "http://localhost" } });
  mia = club.member("mia");
});
afterEach(async () => {
  await club.quiet();
  club.close();
});

const changePassword = (currentPassword: string, newPassword: string) =>
  mia.call("POST", "/api/profile/password", { currentPassword, newPassword });
const listSubjects = async () => {
  await club.quiet();
  return club.ses.accepted.map(({ raw }) => /^Subject: (.*?) at /m.exec(raw)?.[1]);
};

/** The server finds mail that another process queued within a minute. */
const resetByCommand = async () => {
  await resetPassword(club.deps, OPERATOR, mia.user.id);
  await club.deliver();
};

describe("a member is told by email of a new password", () => {
  const passwordChanges: Record<string, () => Promise<unknown>> = {
    "of their own": () => changePassword(PASSWORD, NEW_PASSWORD),
    "made by an admin": () => club.chief.call("PATCH", `/api/users/${mia.user.id}/password-reset`),
    "made by command": resetByCommand,
    "set by a link": async () => {
      const { url } = await jsonOf(club.chief.call("POST", `/api/users/${mia.user.id}/reset-link`));
      const token = new URL(url).searchParams.get("reset");
      return club.visitor.call("POST", "/api/auth/reset", { token, password: NEW_PASSWORD });
    },
  };
  test.each(Object.entries(passwordChanges))("%s", async (_description, setPassword) => {
    await setPassword();
    expect(await listSubjects()).toEqual(["Your password has changed"]);
    expect(club.reached()).toEqual(["mia@example.org"]);
    expect(club.mails()[0]).toContain('If that wasn\'t you, press "Forgot password?" on the sign-in page');
    expect(club.ses.accepted[0]?.raw).not.toContain(NEW_PASSWORD);
  });

  test("from the one place in which passwords are set", async () => {
    const modules = await readModules(["src/server/**/*.ts"]);
    const settingModules = modules.filter(
      ({ path, text }) => !path.includes(".test.") && text.includes("updatePassword("),
    );
    expect(settingModules.map(({ path }) => path)).toEqual(["src/server/members/account-mail.ts"]);
  });

  test("at most once an hour", async () => {
    await resetByCommand();
    await resetByCommand();
    expect(await listSubjects()).toHaveLength(1);
    club.setTime("2026-12-01T15:00:01Z");
    await resetByCommand();
    expect(await listSubjects()).toHaveLength(2);
  });

  test("but not of a rejected one", async () => {
    expect((await changePassword("a wrong one", NEW_PASSWORD)).status).toBe(422);
    expect(await listSubjects()).toEqual([]);
  });
});

test("a member is told by email of a new passkey", async () => {
  const attestation = createPasskey().attest(await challenge(mia, "/api/profile/passkeys/options"));
  await jsonOf(mia.call("POST", "/api/profile/passkeys", { name: "Phone", response: attestation }));
  expect(await listSubjects()).toEqual(["You have a new passkey"]);
  expect(club.mails()[0]).toContain("A passkey was added to your account");
});

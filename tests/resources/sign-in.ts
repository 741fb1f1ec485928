import { PASSWORD } from "#tests/support/club.ts";
import { addPasskey, challenge, createPasskey } from "#tests/support/soft-passkey.ts";
import { NO_EFFECT, OWN_ROW, type TestedResource } from "#tests/support/tested-resource.ts";

export const resource: TestedResource = {
  ids: {
    passkeys: async (_world, person) => (await addPasskey(person, createPasskey())).id,
    sessions: ({ session }, person) => session(person),
  },
  bodies: {
    "POST /api/auth/passkey": async ({ club }) => {
      const passkey = createPasskey();
      await addPasskey(club.member(`holder${club.deps.stores.users.list().length}`), passkey);
      return { response: passkey.assert(await challenge(club.visitor, "/api/auth/passkey/options")) };
    },
    "POST /api/profile/passkeys": async (_world, person) => ({
      name: "Phone",
      response: createPasskey().attest(await challenge(person, "/api/profile/passkeys/options")),
    }),
    "POST /api/auth/forgot": { email: "otto@example.org" },
    "POST /api/auth/login": { username: "mia", password: PASSWORD },
    "POST /api/auth/setup": { code: "ABCD", username: "eve", password: PASSWORD, email: "eve@example.org" },
    "POST /api/auth/device/look": async ({ code }) => ({ code: await code() }),
    "POST /api/auth/device/use": async ({ code }) => ({ code: await code() }),
    "POST /api/auth/register": ({ registration }) => registration(),
    "POST /api/auth/reset": ({ resetToken }) => ({ token: resetToken(), password: "another one" }),
  },
  effects: {
    "POST /api/auth/passkey": { rows: 3 },
    "POST /api/auth/passkey/options": OWN_ROW,
    // to one's own account
    "POST /api/profile/passkeys": { rows: 4, mails: 1 },
    "POST /api/profile/passkeys/options": OWN_ROW,
    "POST /api/auth/device": OWN_ROW,
    "POST /api/auth/device/look": OWN_ROW,
    "POST /api/auth/device/use": OWN_ROW,
    // only to the account's address
    "POST /api/auth/forgot": { rows: 24, mails: 1 },
    // 50 sessions and 20 devices
    "POST /api/auth/login": { rows: 70 },
    "POST /api/auth/logout": NO_EFFECT,
    // by an admin's code
    "POST /api/auth/register": { rows: 4, bytes: 200, mails: 1 },
    // by an admin's link or a mail to oneself
    "POST /api/auth/reset": { rows: 1, mails: 1 },
    "POST /api/auth/setup": OWN_ROW,
  },
  tables: {
    sessions: { privacy: "Where you're signed in", onDeletion: "deleted" },
    known_devices: { privacy: "browsers you've used before", onDeletion: "deleted" },
    one_time_secrets: { privacy: "Links and codes that sign in or set a password", onDeletion: "deleted" },
    set_up: { privacy: "Links and codes that sign in or set a password", onDeletion: "not-about-members" },
    attempts: { privacy: "failed sign-ins by name and network address", onDeletion: "kept-by-address" },
    passkeys: { privacy: "your passkeys (public keys only)", onDeletion: "deleted" },
  },
};

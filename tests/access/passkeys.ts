import { type Rows, type Told } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import { addPasskey, challenge, createPasskey } from "#tests/support/soft-passkey.ts";

export const told: Told = { "your passkeys (public keys only)": ["passkeys"] };

export const rows: Rows = {
  "POST /api/auth/passkey": { body: async (world) => asJson({ response: await answerOf(world) }) },
  "POST /api/profile/passkeys": {
    body: async (world, who) =>
      asJson({
        name: "Phone",
        response: createPasskey().attest(await challenge(who, "/api/profile/passkeys/options")),
      }),
  },
  "DELETE /api/profile/passkeys/:id": {
    to: async (world, who) => `/api/profile/passkeys/${(await addPasskey(who, createPasskey())).id}`,
  },
};

/** Another member's answer to the sign-in options. */
async function answerOf({ club }: World) {
  const passkey = createPasskey();
  await addPasskey(club.member(`holder${club.deps.stores.users.count()}`), passkey);
  return passkey.assert(await challenge(club.visitor, "/api/auth/passkey/options"));
}

import { also, type Row, type Told } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import { addPasskey, challenge, createPasskey } from "#tests/support/soft-passkey.ts";

export const told: Told = { "your passkeys (public keys only)": ["passkeys"] };

export const rows: readonly Row[] = [
  also("POST /api/auth/passkey/options", 200, 200, 200),
  also("POST /api/auth/passkey", 200, 200, 200, {
    body: async (world) => asJson({ response: await answerOf(world) }),
  }),
  also("GET /api/profile/passkeys", 401, 200, 200),
  also("POST /api/profile/passkeys/options", 401, 200, 200),
  also("POST /api/profile/passkeys", 401, 201, 201, {
    body: async (world, who) =>
      asJson({
        name: "Phone",
        response: createPasskey().attest(await challenge(who, "/api/profile/passkeys/options")),
      }),
  }),
  also("DELETE /api/profile/passkeys/:id", 401, 204, 204, {
    to: async (world, who) => `/api/profile/passkeys/${(await addPasskey(who, createPasskey())).id}`,
  }),
];

/** Another member's answer to the sign-in options. */
async function answerOf({ club }: World) {
  const passkey = createPasskey();
  await addPasskey(club.member(`holder${club.deps.stores.users.count()}`), passkey);
  return passkey.assert(await challenge(club.visitor, "/api/auth/passkey/options"));
}

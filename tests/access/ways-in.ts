import { also, json, type Row } from "#tests/support/access-row.ts";
import { asJson, challenge, type World } from "#tests/support/access-world.ts";
import { PASSWORD } from "#tests/support/club.ts";
import { createPasskey } from "#tests/support/soft-passkey.ts";

const code = { body: async (world: World) => asJson({ code: await world.code() }) };

export const rows: readonly Row[] = [
  also("POST /api/auth/forgot", 202, 202, 202, json({ email: "otto@example.org" })),
  also("POST /api/auth/reset", 204, 204, 204, {
    body: (world) => asJson({ token: world.resetToken(), password: "another one" }),
  }),
  also("POST /api/auth/device", 401, 201, 201),
  also("POST /api/auth/device/look", 200, 200, 200, code),
  also("POST /api/auth/device/use", 200, 200, 200, code),
  also("POST /api/auth/passkey/options", 200, 200, 200),
  also("POST /api/auth/passkey", 200, 200, 200, {
    body: async (world) => asJson({ response: await world.passkeyAnswer() }),
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
    to: async (world, who) => `/api/profile/passkeys/${await world.passkey(who)}`,
  }),
  also("GET /api/profile/export", 401, 200, 200),
  also("DELETE /api/profile", 401, 204, 204, {
    ...json({ password: PASSWORD }),
    to: (world) => {
      // the last admin can't go
      if (world.club.deps.stores.users.countAdmins() < 2)
        world.club.admin(`deputy${world.club.deps.stores.users.count()}`);
      return "/api/profile";
    },
  }),
  also("POST /api/users/:id/reset-link", 401, 403, 201, {
    to: ({ other }) => `/api/users/${other.user.id}/reset-link`,
  }),
];

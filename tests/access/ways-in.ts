import { also, json, type Row, type Told } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import { PASSWORD } from "#tests/support/club.ts";

const code = { body: async (world: World) => asJson({ code: await world.code() }) };

export const told: Told = {
  "browsers you've used before": ["known_devices"],
  "Links and codes that sign in or set a password": ["one_time_secrets", "set_up"],
  "failed sign-ins by name and network address": ["attempts"],
};

export const rows: readonly Row[] = [
  also("POST /api/auth/forgot", 202, 202, 202, json({ email: "otto@example.org" })),
  also("POST /api/auth/reset", 204, 204, 204, {
    body: (world) => asJson({ token: world.resetToken(), password: "another one" }),
  }),
  also("POST /api/auth/device", 401, 201, 201),
  also("POST /api/auth/device/look", 200, 200, 200, code),
  also("POST /api/auth/device/use", 200, 200, 200, code),
  also("GET /api/profile/export", 401, 200, 200),
  also("DELETE /api/profile", 401, 204, 204, {
    records: ["account-deleted"],
    ...json({ password: PASSWORD }),
    to: (world) => {
      // the last admin can't go
      if (world.club.deps.stores.users.countAdmins() < 2)
        world.club.admin(`deputy${world.club.deps.stores.users.count()}`);
      return "/api/profile";
    },
  }),
  also("POST /api/users/:id/reset-link", 401, 403, 201, {
    records: ["reset-link-created"],
    to: ({ other }) => `/api/users/${other.user.id}/reset-link`,
  }),
];

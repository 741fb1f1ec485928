import { json, type Rows, type Told } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import { PASSWORD } from "#tests/support/club.ts";

const code = { body: async (world: World) => asJson({ code: await world.code() }) };

export const told: Told = {
  "browsers you've used before": ["known_devices"],
  "Links and codes that sign in or set a password": ["one_time_secrets", "set_up"],
  "failed sign-ins by name and network address": ["attempts"],
};

export const rows: Rows = {
  "POST /api/auth/forgot": json({ email: "otto@example.org" }),
  "POST /api/auth/reset": { body: (world) => asJson({ token: world.resetToken(), password: "another one" }) },
  "POST /api/auth/device/look": code,
  "POST /api/auth/device/use": code,
  "DELETE /api/profile": {
    records: ["account-deleted"],
    ...json({ password: PASSWORD }),
    to: (world) => {
      // the last admin can't go
      if (world.club.deps.stores.users.countAdmins() < 2)
        world.club.admin(`deputy${world.club.deps.stores.users.count()}`);
      return "/api/profile";
    },
  },
  "POST /api/users/:id/reset-link": {
    records: ["reset-link-created"],
    to: ({ other }) => `/api/users/${other.user.id}/reset-link`,
  },
};

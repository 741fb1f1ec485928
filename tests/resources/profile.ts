import { ACTIVITY_LIMIT } from "#contract/audit.ts";
import { PASSWORD } from "#tests/support/club.ts";
import { OWN_ROW, type TestedResource } from "#tests/support/tested-resource.ts";

export const resource: TestedResource = {
  paths: {
    "GET /api/avatars/*": ({ photo }) => photo(),
    "GET /api/unsubscribe": ({ token }) => `/api/unsubscribe?token=${token}`,
    "POST /api/unsubscribe": ({ token }) => `/api/unsubscribe?token=${token}`,
  },
  before: {
    "DELETE /api/profile": ({ club }) => {
      // the last admin can't be deleted
      const { users } = club.deps.stores;
      if (users.countAdmins() < 2) club.admin(`deputy${users.list().length}`);
    },
  },
  bodies: {
    "DELETE /api/profile": { password: PASSWORD },
    "PATCH /api/profile": { displayName: "M." },
    "POST /api/profile/password": { currentPassword: PASSWORD, newPassword: "another one" },
  },
  forms: {
    "POST /api/profile/photo": ({ form }) => form("photo"),
    "POST /api/unsubscribe": () => ({
      type: "application/x-www-form-urlencoded",
      bytes: Buffer.from("List-Unsubscribe=One-Click"),
    }),
  },
  effects: {
    // the password is wrong
    "DELETE /api/profile": OWN_ROW,
    // to the old address once an hour, and ten a day to eReaders
    "PATCH /api/profile": { rows: 62, bytes: 400, mails: 11, limit: ACTIVITY_LIMIT },
    "POST /api/profile/password": { rows: 2, mails: 1 },
    "POST /api/profile/photo": OWN_ROW,
    "POST /api/unsubscribe": { bytes: 1 },
  },
  audit: {
    "DELETE /api/profile": ["account-deleted"],
    "PATCH /api/profile": ["member-renamed"],
  },
  tables: {
    users: { privacy: "Your account", onDeletion: "deleted" },
    usage: { privacy: "Counts for limits, such as notes per day; times of your last changes", onDeletion: "deleted" },
    deleted_sends: { privacy: "A marker (no content) for each item you deleted", onDeletion: "deleted" },
  },
};

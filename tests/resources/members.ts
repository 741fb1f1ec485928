import { type TestedResource } from "#tests/support/tested-resource.ts";

export const resource: TestedResource = {
  ids: {
    invitations: ({ invitation }) => invitation(),
    users: ({ other }) => other.user.id,
  },
  bodies: {
    "PATCH /api/users/:id": { isAdmin: false },
    "POST /api/invitations": { uses: 3 },
  },
  audit: {
    "DELETE /api/invitations/:id": ["invitation-revoked"],
    "DELETE /api/users/:id": ["user-deleted"],
    "PATCH /api/users/:id": ["admin-made", "admin-unmade"],
    "PATCH /api/users/:id/password-reset": ["password-reset"],
    "POST /api/invitations": ["invitation-created"],
    "POST /api/users/:id/reset-link": ["reset-link-created"],
  },
  tables: {
    invitations: { privacy: "Who invited whom", onDeletion: "anonymized" },
    audit: { privacy: "What admins did, by name", onDeletion: "kept" },
  },
};

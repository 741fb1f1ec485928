import type { Invitation } from "#contract/invitations.ts";

import { type Query, rowOf } from "./query.ts";

type InvitationColumns = Pick<Invitation, "isAdmin" | "uses" | "createdAt" | "expiresAt">;
type NewInvitationRow = InvitationColumns & { codeHash: Uint8Array; madeBy: number | null };

/** Codes are stored as SHA-256 only (DESIGN 3). */
export function createInvitationStore({ sql, oneOrNull, all, value, exists, run }: Query) {
  const selectAt = (now: string) => sql`
    SELECT i.id, i.is_admin AS "isAdmin:boolean", i.uses, i.used, i.created_at AS createdAt,
    i.expires_at AS expiresAt, i.revoked_at AS revokedAt,
    CASE WHEN i.revoked_at IS NOT NULL THEN 'revoked' WHEN i.used >= i.uses THEN 'used up'
         WHEN i.expires_at <= ${now} THEN 'expired' ELSE 'open' END AS status,
    (SELECT m.display_name FROM users m WHERE m.id = i.made_by) AS madeBy,
    (SELECT json_group_array(u.display_name) FROM users u WHERE u.invitation_id = i.id) AS "joined:json"
    FROM invitations i`;

  return {
    list: (now: string) => all<Invitation>`${selectAt(now)} ORDER BY i.id DESC`,
    find: (id: number, now: string) => oneOrNull<Invitation>`${selectAt(now)} WHERE i.id = ${id}`,
    insert: (invitation: NewInvitationRow) => value<number>`
      INSERT INTO invitations ${rowOf(invitation)} RETURNING id`,
    isOpen: (codeHash: Uint8Array, now: string) => exists`
      SELECT id FROM invitations
      WHERE code_hash = ${codeHash} AND revoked_at IS NULL AND used < uses AND expires_at > ${now}`,
    /** One statement, so that a single-use code creates one account. @returns null if it isn't open */
    use: (codeHash: Uint8Array, now: string) => oneOrNull<{ id: number; isAdmin: boolean }>`
      UPDATE invitations SET used = used + 1
      WHERE code_hash = ${codeHash} AND revoked_at IS NULL AND used < uses AND expires_at > ${now}
      RETURNING id, is_admin AS "isAdmin:boolean"`,
    revoke: (id: number, now: string) => exists`
      UPDATE invitations SET revoked_at = coalesce(revoked_at, ${now}) WHERE id = ${id} RETURNING id`,
    /** Call it for a former member or admin. */
    revokeOf: (madeBy: number, now: string) => run`
      UPDATE invitations SET revoked_at = ${now} WHERE made_by = ${madeBy} AND revoked_at IS NULL`,
  };
}

import { type Author, FORMER_MEMBER } from "#contract/users.ts";

/** Columns of the member who wrote a row; null once the account is gone. */
export type AuthorColumns = { userId: number | null; displayName: string | null; photoURL: string | null };

/** The member as the API shows them. */
export function authorOf({ userId, displayName, photoURL }: AuthorColumns): Author {
  return displayName === null ? FORMER_MEMBER : { id: userId, displayName, photoURL };
}

import { emailKey, usernameKey } from "#server/members/names.ts";

/** What the store of users needs of a member, who has no password. */
export function memberRow(username: string, createdAt: string) {
  const email = `${username}@example.org`;
  return {
    username,
    usernameKey: usernameKey(username),
    displayName: username,
    email,
    emailKey: emailKey(email),
    isAdmin: false,
    passwordHash: "",
    invitationId: null,
    createdAt,
  };
}

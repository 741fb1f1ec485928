import { emailKey, usernameKey } from "#server/members/names.ts";

/** A row for the store of users, of a member without a password. */
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

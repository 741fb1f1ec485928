/** The one form in which usernames are compared: width, case and outer or repeated spaces do not count. */
export function usernameKey(username: string): string {
  return username.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();
}

/** The one form in which e-mail addresses are compared. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

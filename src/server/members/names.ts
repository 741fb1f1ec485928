/** Text without what does not count when it is compared or searched: width and case. */
export function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** The one form in which usernames are compared: width, case and outer or repeated spaces do not count. */
export function usernameKey(username: string): string {
  return folded(username).trim().replaceAll(/\s+/g, " ");
}

/** The one form in which e-mail addresses are compared. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

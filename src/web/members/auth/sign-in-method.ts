/** A sign-in method besides the two tabs; `secret` is the link's token or a code. */
export type SignInMethod = { kind: "forgot" | "reset" | "device" | "setup"; secret?: string };

/** The contents of a link to the sign-in page: an invitation's code, or a sign-in method. */
type SignInLink = { address: string; invite: string; method: SignInMethod | null };

/**
 * Parses `?invite=`, `?setup=`, `?reset=<token>` and `#device=<code>`. `state` is that of the history entry, which has
 * the invitation's code after a reload.
 */
export function parseSignInLink(address: string, state: unknown = null): SignInLink {
  const params = new URLSearchParams(address.replace("#", "&"));
  const name = (["setup", "reset", "device"] as const).find((name) => params.has(name));
  const invite = params.get("invite") ?? (state as { invite?: string } | null)?.invite ?? "";
  return { address, invite, method: name ? { kind: name, secret: params.get(name) ?? "" } : null };
}

/** A method to sign in besides the two tabs; `secret` is the link's token or a code. */
export type SignInMethod = { kind: "forgot" | "reset" | "device" | "setup"; secret?: string };

/** What a link to the sign-in page can contain: an invitation's code, or a method to sign in. */
type SignInLink = { address: string; invite: string; method: SignInMethod | null };

/**
 * Reads `?invite=`, `?setup=`, `?reset=<token>` and `#device=<code>`. `state` is the history entry's, in which a reload finds
 * the invitation's code.
 */
export function parseSignInLink(address: string, state: unknown = null): SignInLink {
  const params = new URLSearchParams(address.replace("#", "&"));
  const kind = (["setup", "reset", "device"] as const).find((name) => params.has(name));
  const invite = params.get("invite") ?? (state as { invite?: string } | null)?.invite ?? "";
  return { address, invite, method: kind ? { kind, secret: params.get(kind) ?? "" } : null };
}

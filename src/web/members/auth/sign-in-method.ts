/** A way to sign in besides the two tabs; `secret` is the link's token or a code. */
export type SignInMethod = { kind: "forgot" | "reset" | "device" | "setup"; secret?: string };

/** What a link to the sign-in page can contain: an invitation's code, or a way to sign in. */
type SignInLink = { address: string; invite: string; way: SignInMethod | null };

/**
 * Reads `?invite=`, `?setup=`, `?reset=<token>` and `#device=<code>`. `state` is the history entry's, in which a reload finds
 * the invitation's code.
 */
export function readLink(address: string, state: unknown = null): SignInLink {
  const given = new URLSearchParams(address.replace("#", "&"));
  const way = (["setup", "reset", "device"] as const).find((kind) => given.has(kind));
  const invite = given.get("invite") ?? (state as { invite?: string } | null)?.invite ?? "";
  return { address, invite, way: way ? { kind: way, secret: given.get(way) ?? "" } : null };
}

/** A way to sign in besides the two tabs; `secret` is the link's token or a code. */
export type SignInMethod = { kind: "forgot" | "reset" | "device" | "setup"; secret?: string };

/** What a link to the sign-in page can contain: an invitation's code, or a way to sign in. */
type SignInLink = { address: string; invite: string; way: SignInMethod | null };

/** Reads `?invite=`, `?setup=`, `?reset=<token>` and `#device=<code>`. */
export function readLink(address: string): SignInLink {
  const given = new URLSearchParams(address.replace("#", "&"));
  const way = (["setup", "reset", "device"] as const).find((kind) => given.has(kind));
  return { address, invite: given.get("invite") ?? "", way: way ? { kind: way, secret: given.get(way) ?? "" } : null };
}

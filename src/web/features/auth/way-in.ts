/** A way in besides the two tabs; `secret` is the link's token or the device's code. */
export type WayIn = { kind: "other" | "forgot" | "reset" | "device" | "passkey"; secret?: string };

/** What a link to the sign-in page brings: an invitation's code, the first admin's, or a way in. */
export type SignInLink = { invite: string; setup: string | null; way: WayIn | null };

/** Reads `?invite=`, `?setup=`, `?reset=<token>` and `#device=<code>`. */
export function readLink({ search, hash }: { search: string; hash: string }): SignInLink {
  const query = new URLSearchParams(search);
  return { invite: query.get("invite") ?? "", setup: query.get("setup"), way: wayInOf(query, hash) };
}

function wayInOf(query: URLSearchParams, hash: string): WayIn | null {
  const token = query.get("reset");
  if (token !== null) return { kind: "reset", secret: token };
  const code = new URLSearchParams(hash.slice(1)).get("device");
  return code === null ? null : { kind: "device", secret: code };
}

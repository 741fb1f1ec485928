/** A way in beside the two tabs; `secret` is the link's token or the device's code. */
export type WayIn = { kind: "other" | "forgot" | "reset" | "device" | "passkey"; secret?: string };

/** The way in that an address asks for, or null: `?reset=<token>`, `#device=<code>`. */
export function wayInOf({ search, hash }: { search: string; hash: string }): WayIn | null {
  const token = new URLSearchParams(search).get("reset");
  if (token !== null) return { kind: "reset", secret: token };
  const code = new URLSearchParams(hash.slice(1)).get("device");
  return code === null ? null : { kind: "device", secret: code };
}

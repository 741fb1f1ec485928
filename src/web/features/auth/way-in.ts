/** A way in besides the two tabs; `secret` is the link's token or the device's code. */
export type WayIn = { kind: "other" | "forgot" | "reset" | "device" | "passkey"; secret?: string };

/** `?reset=<token>`, `#device=<code>`, or null. */
export function wayInOf({ search, hash }: { search: string; hash: string }): WayIn | null {
  const token = new URLSearchParams(search).get("reset");
  if (token !== null) return { kind: "reset", secret: token };
  const code = new URLSearchParams(hash.slice(1)).get("device");
  return code === null ? null : { kind: "device", secret: code };
}

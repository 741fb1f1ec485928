import type { Passkey } from "#contract/passkeys.ts";
import type { User } from "#contract/users.ts";
import { publicDomain } from "#web/lib/browser/page-meta.ts";

import { call } from "./call.ts";

export async function addPasskey(name: string): Promise<Passkey> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  type Options = Parameters<typeof startRegistration>[0];
  const optionsJSON: unknown = await call("POST /api/profile/passkeys/options");
  const response = await startRegistration({ optionsJSON } as Options);
  return call("POST /api/profile/passkeys", { body: { name, response } });
}

export async function signInWithPasskey(): Promise<User> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = await call("POST /api/auth/passkey/options");
  return call("POST /api/auth/passkey", { body: { response: await startAuthentication({ optionsJSON }) } });
}

/** The server binds passkeys to PUBLIC_URL, else to localhost. */
export function passkeyObstacle(): "https" | "address" | "browser" | null {
  const domain = publicDomain();
  if (location.protocol !== "https:" && location.hostname !== "localhost") return "https";
  if (domain === undefined ? location.hostname !== "localhost" : location.host !== domain) return "address";
  return "PublicKeyCredential" in globalThis ? null : "browser";
}

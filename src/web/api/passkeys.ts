import type { Passkey } from "#contract/passkeys.ts";
import type { User } from "#contract/users.ts";

import { call } from "./call.ts";
import { useClub } from "./club.ts";

/** Creates a passkey in the browser and adds it. Rejects when the person cancels. */
export async function addPasskey(name: string): Promise<Passkey> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  type Options = Parameters<typeof startRegistration>[0];
  // the library's own JSON, which the server hands on
  const optionsJSON: unknown = await call("POST /api/profile/passkeys/options");
  const response = await startRegistration({ optionsJSON } as Options);
  return call("POST /api/profile/passkeys", { body: { name, response } });
}

export async function signInWithPasskey(): Promise<User> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = await call("POST /api/auth/passkey/options");
  return call("POST /api/auth/passkey", { body: { response: await startAuthentication({ optionsJSON }) } });
}

/** Why passkeys don't work here, or null. The server binds them to PUBLIC_URL, else to localhost. */
export function usePasskeyObstacle(): "https" | "address" | "browser" | null {
  const { publicDomain } = useClub();
  if (location.protocol !== "https:" && location.hostname !== "localhost") return "https";
  if (publicDomain === null ? location.hostname !== "localhost" : location.host !== publicDomain) return "address";
  return "PublicKeyCredential" in globalThis ? null : "browser";
}

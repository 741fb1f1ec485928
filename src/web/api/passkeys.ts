import { queryOptions } from "@tanstack/react-query";

import type { Passkey } from "#contract/passkeys.ts";
import type { User } from "#contract/users.ts";

import { client } from "./client.ts";
import { useClub } from "./club.ts";

export const passkeysQuery = queryOptions<Passkey[]>({ queryKey: ["/api/profile/passkeys"], staleTime: 0 });

export const removePasskey = (id: number) => client.delete(`/api/profile/passkeys/${id}`);

/** Creates a passkey in the browser and adds it. Rejects when the person cancels. */
export async function addPasskey(name: string): Promise<Passkey> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = await client.post<Parameters<typeof startRegistration>[0]["optionsJSON"]>(
    "/api/profile/passkeys/options",
  );
  return client.post<Passkey>("/api/profile/passkeys", { name, response: await startRegistration({ optionsJSON }) });
}

export async function signInWithPasskey(): Promise<User> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON =
    await client.post<Parameters<typeof startAuthentication>[0]["optionsJSON"]>("/api/auth/passkey/options");
  return client.post<User>("/api/auth/passkey", { response: await startAuthentication({ optionsJSON }) });
}

/** Why passkeys don't work here, or null. The server binds them to PUBLIC_URL, else to localhost. */
export function usePasskeyObstacle(): "https" | "address" | "browser" | null {
  const { publicDomain } = useClub();
  if (location.protocol !== "https:" && location.hostname !== "localhost") return "https";
  if (publicDomain === null ? location.hostname !== "localhost" : location.host !== publicDomain) return "address";
  return "PublicKeyCredential" in globalThis ? null : "browser";
}

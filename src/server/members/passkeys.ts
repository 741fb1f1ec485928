import type { NewPasskey, Passkey, PasskeySignIn } from "#contract/passkeys.ts";
import { trimText } from "#contract/text-length.ts";
import { isSqliteError } from "#db/errors.ts";
import { reserveAttempt, signInLimit } from "#server/access/attempts.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { knownDeviceLimit } from "#server/access/devices.ts";
import { consumeChallenge, createChallenge } from "#server/access/signed-token.ts";
import { describeError } from "#server/adapters/log.ts";
import type { Config } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { notifyCredentialAdded } from "./account-mail.ts";
import type { SignInCaller, StartedSession } from "./sign-in.ts";

const PASSKEYS_PER_MEMBER_MAX = 20;

export async function createPasskeyOptions(deps: Deps, { user, sessionId }: Caller) {
  const rpID = relyingPartyId(deps.config);
  // named imports, so that the executable omits the rest
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: deps.config.clubName,
    rpID,
    userID: new TextEncoder().encode(`member-${user.id}`),
    userName: user.username,
    userDisplayName: user.displayName,
    challenge: createChallenge(deps, `add:${sessionId}`),
    attestationType: "none",
    excludeCredentials: deps.stores.passkeys.listCredentials(user.id).map((id) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
  });
}

/** @throws AppError 'invalid' for a response to another challenge; 'conflict' for an existing one, or at the limit */
export async function addPasskey(deps: Deps, actor: Caller, { name, response }: NewPasskey): Promise<Passkey> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const rejectedError = (cause: unknown) =>
    new AppError("invalid", "This passkey couldn't be added. Please try again.", { cause });
  let challenge = "";
  const verification = await verifyRegistrationResponse({
    response: response as unknown as Parameters<typeof verifyRegistrationResponse>[0]["response"],
    expectedChallenge: (receivedChallenge) => (challenge = receivedChallenge) !== "",
    ...getExpectedSite(deps, response),
  }).catch((error: unknown) => {
    throw rejectedError(error);
  });
  if (!verification.verified) throw rejectedError(null);
  const { id: credentialId, publicKey, counter } = verification.registrationInfo.credential;
  try {
    const newPasskey = writeAs(deps, actor, ({ id: userId }) => {
      if (!consumeChallenge(deps, `add:${actor.sessionId}`, challenge)) throw rejectedError(null);
      if (deps.stores.passkeys.list(userId).length >= PASSKEYS_PER_MEMBER_MAX)
        throw new AppError("conflict", `You can have at most ${PASSKEYS_PER_MEMBER_MAX} passkeys. Remove one first.`);
      notifyCredentialAdded(deps, userId, "passkey");
      const createdAt = deps.clock.now().toISOString();
      return deps.stores.passkeys.insert({ userId, credentialId, publicKey, counter, name: trimText(name), createdAt });
    });
    deps.log.info("passkey added", { user: actor.user.id });
    return newPasskey;
  } catch (error) {
    if (isSqliteError(error, "SQLITE_CONSTRAINT_UNIQUE"))
      throw new AppError("conflict", "This passkey has already been added.");
    throw error;
  }
}

export function deletePasskey(deps: Deps, actor: Caller, id: number): void {
  const isRemoved = writeAs(deps, actor, (author) => deps.stores.passkeys.delete(id, author.id));
  if (!isRemoved) throw new AppError("not-found", "You have no such passkey.");
  deps.log.info("passkey removed", { user: actor.user.id });
}

/** Contains no username: the passkey identifies the member. */
export async function createPasskeySignInOptions(deps: Deps) {
  const rpID = relyingPartyId(deps.config);
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  return generateAuthenticationOptions({
    rpID,
    challenge: createChallenge(deps, "sign-in"),
    userVerification: "preferred",
  });
}

/** Every cause gets the same message. @throws AppError 'signed-out'; 'too-many' */
export async function signInWithPasskey(
  deps: Deps,
  caller: SignInCaller,
  { response }: PasskeySignIn,
): Promise<StartedSession> {
  const expectedValues = getExpectedSite(deps, response);
  const passkey = deps.stores.passkeys.find(response.id);
  const deviceLimit = knownDeviceLimit(deps, passkey?.userId ?? null, caller.deviceToken);
  const attempt = await reserveAttempt(deps, [deviceLimit ?? signInLimit({ network: caller.address })]);
  const createRejection = (reason: string) => {
    deps.log.warn("sign-in failed", { why: `passkey: ${reason}`, from: caller.address });
    return new AppError("signed-out", "This passkey doesn't work here. Sign in with your password.");
  };
  if (!passkey) throw createRejection("unknown");
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  let challenge = "";
  const verification = await verifyAuthenticationResponse({
    response: response as unknown as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
    expectedChallenge: (receivedChallenge) => (challenge = receivedChallenge) !== "",
    ...expectedValues,
    credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
  }).catch((error: unknown) => {
    throw createRejection(describeError(error));
  });
  if (!verification.verified) throw createRejection("signature");
  const session = deps.stores.transaction(() => {
    const { newCounter } = verification.authenticationInfo;
    if (!consumeChallenge(deps, "sign-in", challenge)) throw createRejection("challenge");
    if (!deps.stores.passkeys.use(passkey.id, newCounter, deps.clock.now().toISOString()))
      throw createRejection("counter");
    const user = deps.stores.users.find(passkey.userId);
    if (!user) throw createRejection("account deleted");
    attempt.undo();
    return caller.startSession(user);
  });
  deps.log.info("signed in", { user: passkey.userId, from: caller.address, by: "passkey" });
  return session;
}

type PasskeyResponse = NewPasskey["response"] | PasskeySignIn["response"];

function getExpectedSite({ config }: Deps, response: PasskeyResponse) {
  return {
    expectedRPID: relyingPartyId(config),
    expectedOrigin: expectedOrigin(config, response),
    requireUserVerification: false,
  };
}

const LOCALHOST = /^https?:\/\/localhost(?::\d+)?$/;

/** The domain that passkeys are bound to: PUBLIC_URL's, or localhost. @throws AppError 'conflict' without https */
function relyingPartyId({ publicUrl }: Pick<Config, "publicUrl">): string {
  const url = publicUrl === null ? null : new URL(publicUrl);
  if (url === null || url.hostname === "localhost") return "localhost";
  if (url.protocol === "https:") return url.hostname;
  throw new AppError("conflict", "Passkeys need https. Sign in with your password.");
}

/** PUBLIC_URL, or on localhost the origin in the response with any port. */
function expectedOrigin({ publicUrl }: Pick<Config, "publicUrl">, response: PasskeyResponse): string {
  if (publicUrl !== null && new URL(publicUrl).hostname !== "localhost") return publicUrl;
  const clientOrigin = readClientOrigin(response);
  return LOCALHOST.test(clientOrigin) ? clientOrigin : "http://localhost";
}

function readClientOrigin({ response }: PasskeyResponse): string {
  try {
    const data: { origin: unknown } = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString());
    return String(data.origin);
  } catch {
    return "";
  }
}

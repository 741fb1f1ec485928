import type { DeviceCode, DeviceOwner, TypedCode } from "#contract/auth.ts";
import { codeLimit, reserveAttempt } from "#server/access/attempts.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import {
  consumeOneTimeToken,
  findTokenOwner,
  issueOneTimeToken,
  revokeTokens,
} from "#server/access/one-time-tokens.ts";
import { publicOrigin } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import type { SignInAttempt, SignInCaller, StartedSession } from "./sign-in.ts";

/** The code is valid for five minutes and replaces the previous one (BEYOND 7). */
export function createDeviceCode(deps: Deps, actor: Caller): DeviceCode {
  const { secret: code, expiresAt } = writeAs(deps, actor, ({ id }) => {
    revokeTokens(deps, id, "device");
    return issueOneTimeToken(deps, "device", { userId: id, sessionId: actor.sessionId });
  });
  return { code, url: `${publicOrigin(deps.config)}/auth#device=${code}`, expiresAt };
}

export async function findCodeOwner(deps: Deps, caller: SignInAttempt, { code }: TypedCode): Promise<DeviceOwner> {
  const attempt = await reserveAttempt(deps, [codeLimit(caller.address)]);
  const id = findTokenOwner(deps, "device", code);
  const user = id === null ? null : deps.stores.users.find(id);
  if (!user) throw expiredCodeError(deps, caller);
  await attempt.refundAttempt();
  return { user: { displayName: user.displayName, photoURL: user.photoURL } };
}

/** If `caller.startSession` throws, the code stays valid. */
export async function signInByDeviceCode(
  deps: Deps,
  caller: SignInCaller,
  { code }: TypedCode,
): Promise<StartedSession> {
  const attempt = await reserveAttempt(deps, [codeLimit(caller.address)]);
  const session = deps.stores.transaction(() => {
    const id = consumeOneTimeToken(deps, "device", code);
    const user = id === null ? null : deps.stores.users.find(id);
    if (!user) return null;
    attempt.undo();
    return caller.startSession(user);
  });
  if (!session) throw expiredCodeError(deps, caller);
  deps.log.info("signed in by another device", { user: session.user.id, from: caller.address });
  return session;
}

function expiredCodeError(deps: Deps, caller: SignInAttempt): AppError {
  deps.log.warn("device code refused", { from: caller.address });
  return new AppError("not-found", "This code has expired or was used. Show a new one on your other device.");
}

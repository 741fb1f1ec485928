import type { AccountClosing } from "#contract/profile.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { ownLimit } from "#server/access/devices.ts";
import { picturePath } from "#server/adapters/pictures.ts";
import { recordAct } from "#server/audit/audit.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, signedOut } from "#server/errors.ts";
import { closeDuePoll } from "#server/votes/closing.ts";

import { forgetAttemptsOf } from "./attempt-keys.ts";
import { revokeInvitationsOf } from "./invitations.ts";
import { countedPasswordCheck, isPasswordHash } from "./passwords.ts";

/** A ZIP of everything about a member (BEYOND 7). @throws AppError 'signed-out' if deleted meanwhile */
export async function exportOwnData(deps: Deps, { user }: Caller): Promise<Uint8Array<ArrayBuffer>> {
  const { strToU8, zipSync } = await import("fflate");
  // the account may have been deleted since the guard looked
  if (!deps.stores.users.find(user.id)) throw signedOut();
  const records = Object.entries(deps.stores.exportMember(user.id)).filter(([, rows]) => rows.length > 0);
  const files = records.map(([name, rows]) => [`${name}.json`, strToU8(`${JSON.stringify(rows, null, 2)}\n`)] as const);
  const photo = user.photoURL === null ? null : Bun.file(deps.disk.absolute(picturePath(user.photoURL)));
  const picture = photo && (await photo.exists()) ? [["photo.webp", await photo.bytes()] as const] : [];
  return new Uint8Array(zipSync(Object.fromEntries([...files, ...picture])));
}

/** Notes may stay. @throws AppError 'forbidden' for a wrong password; 'conflict'; 'too-many'; 'busy' */
export async function closeAccount(deps: Deps, by: Caller, { password, notes }: AccountClosing): Promise<void> {
  const { id } = by.user;
  const known = deps.stores.users.findCredentialsById(id);
  if (!known) throw signedOut();
  const { attempt, matches } = await countedPasswordCheck(deps, [ownLimit(id)], {
    password,
    stored: known.passwordHash,
  });
  if (!matches) {
    deps.log.warn("account deletion refused", { user: id });
    throw new AppError("forbidden", "Your password isn't right. Nothing was deleted.");
  }
  await attempt.takeBack();
  const photoURL = writeAs(deps, by, (author) => {
    // the password may have changed while this one was checked
    if (!isPasswordHash(deps, id, known.passwordHash)) throw signedOut();
    const { photoURL: photo, ...person } = deps.stores.users.find(id) ?? by.user;
    forgetAttemptsOf(deps, person);
    revokeInvitationsOf(deps, id);
    // a vote whose time has come keeps this ballot
    closeDuePoll(deps);
    if (notes === "keep") deps.stores.users.leaveNotes(id);
    if (!deps.stores.users.remove(id))
      throw new AppError("conflict", "You're the last admin. Make someone else an admin first.");
    recordAct(deps, author, "account-deleted", author.displayName, id);
    return photo;
  });
  await deps.pictures.retire(photoURL, deps.clock.now());
  deps.log.info("account deleted", { user: id });
}

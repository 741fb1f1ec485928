import type { AccountDeletion } from "#contract/profile.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { ownPasswordLimit } from "#server/access/devices.ts";
import { imagePath } from "#server/adapters/images.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, signedOutError } from "#server/errors.ts";

import { checkPasswordRateLimited, isPasswordHash } from "./passwords.ts";
import { deleteMember } from "./users.ts";

/** Compressing this much takes a few milliseconds. */
const CHUNK_BYTES = 128 * 1024;

/** @throws AppError 'signed-out' if deleted in the meantime (BEYOND 7) */
export async function exportOwnData(deps: Deps, { user }: Caller): Promise<Uint8Array<ArrayBuffer>> {
  const records = Object.entries(deps.stores.exportMember(user.id)).filter(([, rows]) => rows.length > 0);
  const photo = user.photoURL === null ? null : Bun.file(deps.disk.absolute(imagePath(user.photoURL)));
  const image = photo && (await photo.exists()) ? await photo.bytes() : null;
  const archive = await zipInChunks(function* files() {
    for (const [name, rows] of records) yield [`${name}.json`, Buffer.from(`${JSON.stringify(rows, null, 2)}\n`)];
    if (image) yield ["photo.webp", image];
  });
  // the member may have been deleted in the meantime, and the archive may be empty
  if (!deps.stores.users.find(user.id)) throw signedOutError();
  return archive;
}

type ExportedFile = readonly [name: string, content: Uint8Array];

/** Lets other requests run between chunks. */
async function zipInChunks(files: () => Iterable<ExportedFile>): Promise<Uint8Array<ArrayBuffer>> {
  const { Zip, ZipDeflate } = await import("fflate");
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_, chunk) => void chunks.push(chunk));
  for (const [name, content] of files()) {
    const file = new ZipDeflate(name);
    zip.add(file);
    for (let at = 0; at < content.length; at += CHUNK_BYTES) {
      file.push(content.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES >= content.length);
      await Bun.sleep(0);
    }
  }
  zip.end();
  return new Uint8Array(Buffer.concat(chunks));
}

/** The member chooses if notes stay. @throws AppError 'forbidden' for a wrong password; 'conflict' */
export async function deleteOwnAccount(deps: Deps, actor: Caller, { password, notes }: AccountDeletion): Promise<void> {
  const { id } = actor.user;
  const account = deps.stores.users.findCredentialsById(id);
  if (!account) throw signedOutError();
  const { attempt, isMatch } = await checkPasswordRateLimited(deps, [ownPasswordLimit(id)], {
    password,
    storedHash: account.passwordHash,
  });
  if (!isMatch) {
    deps.log.warn("account deletion refused", { user: id });
    throw new AppError("forbidden", "Your password isn't right. Nothing was deleted.");
  }
  await attempt.refundAttempt();
  writeAs(deps, actor, (author) => {
    // the password may have changed during the check
    if (!isPasswordHash(deps, id, account.passwordHash)) throw signedOutError();
    if (notes === "keep") deps.stores.users.anonymizeNotes(id);
    if (!deleteMember(deps, deps.stores.users.find(id) ?? actor.user))
      throw new AppError("conflict", "You're the last admin. Make someone else an admin first.");
    recordAuditEvent(deps, author, "account-deleted", author.displayName, id);
  });
  deps.log.info("account deleted", { user: id });
}

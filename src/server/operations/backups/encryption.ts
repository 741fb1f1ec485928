import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from "node:crypto";

import { StorageError } from "#db/errors.ts";
import type { Chunks } from "#server/adapters/chunks.ts";

const MAGIC = Buffer.from("bookclub-backup-1\n");
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const CHUNK_BYTES = 1024 * 1024;
const SEALED_CHUNK_BYTES = CHUNK_BYTES + TAG_BYTES;
/** Each guess of the passphrase costs 32 MB and 0.1 s. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** AES-256-GCM in chunks of a megabyte, in the STREAM construction: no chunk can be truncated, dropped or reordered. */
export async function* encryptBackup(source: Chunks, passphrase: string): AsyncIterable<Uint8Array> {
  const salt = randomBytes(SALT_BYTES);
  const key = scryptSync(passphrase, salt, 32, SCRYPT);
  yield Buffer.concat([MAGIC, salt]);
  let chunkNumber = 0;
  for await (const { chunk, isLast } of splitChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, createNonce(chunkNumber, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    chunkNumber += 1;
  }
}

/** `key` is BACKUP_KEY. With one, unencrypted backups are rejected unless the operator trusts them. */
export type EncryptionPolicy = { key: string | null; isUnencryptedAllowed: boolean };

/** @throws StorageError for an unencrypted backup that must be encrypted */
export function requireEncryption(name: string, { key, isUnencryptedAllowed }: EncryptionPolicy): void {
  if (isUnencryptedAllowed || (key === null && !name.endsWith(".enc"))) return;
  throw new StorageError(
    `${name} isn't encrypted, so anybody could have made it. If you trust where it comes from, add --unencrypted.`,
  );
}

/** Decrypts a backup, or passes an unencrypted one through. @throws StorageError for a wrong key and a damaged file */
export async function* decryptBackup(
  source: Chunks,
  name: string,
  policy: EncryptionPolicy,
): AsyncIterable<Uint8Array> {
  const chunks = splitChunks(source, SEALED_CHUNK_BYTES, MAGIC.length + SALT_BYTES);
  const head = (await chunks.next()).value?.chunk ?? Buffer.alloc(0);
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) {
    requireEncryption(name, policy);
    yield head;
    for await (const { chunk } of chunks) yield chunk;
    return;
  }
  if (policy.key === null) throw new StorageError("This backup is encrypted: set BACKUP_KEY.");
  const key = scryptSync(policy.key, head.subarray(MAGIC.length), 32, SCRYPT);
  let number = 0;
  for await (const { chunk, isLast } of chunks) {
    const decipher = createDecipheriv("aes-256-gcm", key, createNonce(number, isLast));
    try {
      decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
      yield Buffer.concat([decipher.update(chunk.subarray(0, -TAG_BYTES)), decipher.final()]);
    } catch (cause) {
      throw new StorageError(
        number === 0 ? "BACKUP_KEY doesn't match this backup." : "This backup is damaged or incomplete.",
        { cause },
      );
    }
    number += 1;
  }
}

/** Chunk number and last flag. The salt gives each backup its own key. */
function createNonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(number, 5, 6);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** Always yields a last chunk, which may be empty. */
async function* splitChunks(source: Chunks, size: number, firstSize = size) {
  let nextSize = firstSize;
  let buffered: Buffer[] = [];
  let length = 0;
  for await (const bytes of source) {
    buffered.push(Buffer.from(bytes));
    length += bytes.length;
    while (length > nextSize) {
      const joinedChunks = Buffer.concat(buffered);
      yield { chunk: joinedChunks.subarray(0, nextSize), isLast: false };
      buffered = [joinedChunks.subarray(nextSize)];
      length -= nextSize;
      nextSize = size;
    }
  }
  yield { chunk: Buffer.concat(buffered), isLast: true };
}

import { S3Client } from "bun";

import { errorCode, StorageError } from "#db/errors.ts";
import type { BucketSettings } from "#server/config.ts";

import { type Chunks, observeChunks } from "./chunks.ts";
import { requireNameServer } from "./dns.ts";

/** S3 allows 10,000 parts, so objects up to 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
const CALL_TIMEOUT_MS = 10_000;
const CHUNK_TIMEOUT_MS = 120_000;

export class BucketError extends StorageError {}

type StoredObject = { key: string; size: number; at: Date };

export type Bucket = ReturnType<typeof openBucket>;

/** Opens a bucket of an S3 service. Every call but `sign` throws BucketError. */
export function openBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey, hideSecrets }: BucketSettings) {
  const client = new S3Client({ endpoint, bucket, region, accessKeyId, secretAccessKey });
  const { origin } = new URL(client.presign("x"));
  const withBucketErrors = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof BucketError) throw error;
      throw new BucketError(hideSecrets(describeBucketError(error, bucket), true), { cause: error });
    }
  };
  const requireService = () =>
    requireNameServer(new URL(origin)).catch((error: unknown) => {
      throw createNoAnswerError(error);
    });
  const call = <Result>(work: () => Promise<Result>) =>
    withBucketErrors(() => withTimeout(CALL_TIMEOUT_MS, requireService().then(work)));

  /** Uploads a stream in parts, with one part in memory. Rethrows errors of `source`. */
  const putStream = async (key: string, source: Chunks): Promise<void> => {
    await requireService();
    const writer = client.file(key).writer({ partSize: PART_BYTES, queueSize: 1, retry: 2 });
    let unflushedBytes = 0;
    for await (const chunk of source) {
      writer.write(chunk);
      unflushedBytes += chunk.length;
      if (unflushedBytes < PART_BYTES) continue;
      await withBucketErrors(() => withTimeout(CHUNK_TIMEOUT_MS, Promise.resolve(writer.flush())));
      unflushedBytes = 0;
    }
    await withBucketErrors(() => withTimeout(CHUNK_TIMEOUT_MS, Promise.resolve(writer.end())));
  };

  const read = async function* (key: string): AsyncGenerator<Uint8Array, void> {
    await requireService();
    const reader = client.file(key).stream().getReader();
    try {
      for (;;) {
        const { done, value } = await withBucketErrors(() => withTimeout(CHUNK_TIMEOUT_MS, reader.read()));
        if (done) return;
        yield value;
      }
    } finally {
      reader.cancel().catch(() => {});
    }
  };

  const hash = async (key: string, onBytes: (bytes: number) => void = () => {}): Promise<string> => {
    const hasher = new Bun.CryptoHasher("sha256");
    for await (const chunk of read(key)) {
      hasher.update(chunk);
      onBytes(chunk.length);
    }
    return hasher.digest("hex");
  };

  const deleteObject = (key: string): Promise<void> => call(() => client.delete(key));

  return {
    name: bucket,
    origin,
    read,
    hash,
    delete: deleteObject,
    /** Uploads a stream, and reads it back to verify it. @returns its SHA-256 */
    putChecked: async (key: string, source: Chunks, onBytes?: (bytes: number) => void): Promise<string> => {
      const sentHasher = new Bun.CryptoHasher("sha256");
      await putStream(
        key,
        observeChunks(source, (chunk) => sentHasher.update(chunk)),
      );
      const sha256 = sentHasher.digest("hex");
      if ((await hash(key, onBytes)) === sha256) return sha256;
      await deleteObject(key);
      throw new BucketError(`The copy ${key} doesn't read back as it was written: the bucket can't be trusted.`);
    },
    size: (key: string): Promise<number | null> =>
      call(async () => {
        try {
          return (await client.stat(key)).size;
        } catch (error) {
          if (errorCode(error) === "NoSuchKey") return null;
          throw error;
        }
      }),
    list: async (prefix: string): Promise<StoredObject[]> => {
      const objects: StoredObject[] = [];
      for (let startAfter: string | undefined; ;) {
        const options = { prefix, ...(startAfter && { startAfter }) };
        const { contents = [], isTruncated } = await call(() => client.list(options));
        for (const { key, size = 0, lastModified } of contents)
          objects.push({ key, size, at: lastModified ? new Date(lastModified) : new Date() });
        startAfter = objects.at(-1)?.key;
        if (!isTruncated || contents.length === 0) return objects;
      }
    },
    sign: (
      key: string,
      { seconds, type, disposition }: { seconds: number; type: string; disposition: string },
    ): string => client.presign(key, { expiresIn: seconds, type, contentDisposition: disposition }),
  };
}

const ERROR_MESSAGES: Record<string, (bucket: string) => string> = {
  NoSuchBucket: (bucket) => `There is no bucket ${bucket}: check S3_BUCKET and S3_ENDPOINT.`,
  NoSuchKey: () => "There is no such object in the bucket.",
  InvalidAccessKeyId: () => "The bucket doesn't know this key: check S3_ACCESS_KEY_ID.",
  SignatureDoesNotMatch: () => "The key's secret is wrong: check S3_SECRET_ACCESS_KEY.",
  AuthorizationHeaderMalformed: () => "The region is wrong: check S3_REGION.",
  RequestTimeTooSkewed: () => "This machine's clock is wrong, so the bucket refuses it: set the time.",
  AccessDenied: (bucket) =>
    `The key may not do this in the bucket ${bucket}: give it the rights to read, write, list and delete.`,
  QuotaExceeded: () => "The bucket is full.",
  ConnectionRefused: () => "The bucket's service can't be reached: check S3_ENDPOINT and the network.",
};

function describeBucketError(error: unknown, bucket: string): string {
  const code = errorCode(error);
  const message = ERROR_MESSAGES[code];
  if (message) return message(bucket);
  return `The bucket's service failed (${code || (error instanceof Error ? error.message : String(error))}): try again later.`;
}

function createNoAnswerError(cause?: unknown): BucketError {
  return new BucketError("The bucket's service doesn't answer: try again later.", { cause });
}

async function withTimeout<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(createNoAnswerError()), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The state of copying books to the bucket. `retryAtMs` is by the monotonic clock. */
export function createBucketCopies(): { ebooks: Set<string>; error: string | null; retryAtMs: number } {
  return { ebooks: new Set(), error: null, retryAtMs: 0 };
}

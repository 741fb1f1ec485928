import { S3Client } from "bun";

import { StorageFault } from "#db/faults.ts";
import type { BucketSettings } from "#server/config.ts";

/** Parts of a large object: S3 wants 5 MiB at least and 10,000 parts at most, which is 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

/** What a bucket refused, in a sentence that says what to mend. */
export class BucketFault extends StorageFault {}

export type Bucket = ReturnType<typeof openBucket>;

/** A bucket of any service that speaks S3. Every call throws BucketFault. */
export function openBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: BucketSettings) {
  const client = new S3Client({ endpoint, bucket, region, accessKeyId, secretAccessKey });
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw new BucketFault(inWords(error, bucket), { cause: error });
    }
  };
  return {
    name: bucket,
    /** Sends a stream piece by piece; what it holds in memory is one part. */
    put: (key: string, source: AsyncIterable<Uint8Array>): Promise<void> =>
      guarded(async () => {
        const writer = client.file(key).writer({ partSize: PART_BYTES, queueSize: 1, retry: 2 });
        let waiting = 0;
        for await (const chunk of source) {
          writer.write(chunk);
          waiting += chunk.length;
          if (waiting < PART_BYTES) continue;
          await writer.flush();
          waiting = 0;
        }
        await writer.end();
      }),
    /** The bytes of an object as they come. */
    read: async function* (key: string): AsyncIterable<Uint8Array> {
      try {
        for await (const chunk of client.file(key).stream()) yield chunk;
      } catch (error) {
        throw new BucketFault(inWords(error, bucket), { cause: error });
      }
    },
    /** Every key that begins so. */
    list: (prefix: string): Promise<string[]> =>
      guarded(async () => {
        const keys: string[] = [];
        for (let startAfter: string | undefined; ;) {
          const { contents = [], isTruncated } = await client.list({ prefix, ...(startAfter && { startAfter }) });
          keys.push(...contents.map(({ key }) => key));
          startAfter = keys.at(-1);
          if (!isTruncated || contents.length === 0) return keys;
        }
      }),
    remove: (key: string): Promise<void> => guarded(async () => client.delete(key)),
  };
}

const WORDS: Record<string, (bucket: string) => string> = {
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

function inWords(error: unknown, bucket: string): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const words = WORDS[code];
  if (words) return words(bucket);
  return `The bucket's service failed (${code || (error instanceof Error ? error.message : String(error))}): try again later.`;
}

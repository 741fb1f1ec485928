/** What the server learned of the books' copies in the bucket since it started. */
export type BucketCopies = {
  /** Paths of eBooks known to be there; they stay on the disk as well. */
  ebooks: Set<string>;
  /** Why the last copying failed, in a sentence, or null. */
  fault: string | null;
  /** When copying is tried again, on the monotonic clock. */
  retryAtMs: number;
};

export const createBucketCopies = (): BucketCopies => ({ ebooks: new Set(), fault: null, retryAtMs: 0 });

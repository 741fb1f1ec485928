import { AppError } from "#server/errors.ts";

type Reservation = Disposable & { onBytes: (bytes: number) => void };

/** Counts requests in progress by key, and the bytes that they announced but haven't sent. */
export function createUploadTracker() {
  const counts = new Map<string, number>();
  let expectedBytes = 0;
  return {
    acquire: (key: string, max: number, message: string): (() => void) => {
      const count = counts.get(key) ?? 0;
      if (count >= max) throw new AppError("too-many", message, { retryAfter: 5 });
      counts.set(key, count + 1);
      return () => {
        const remaining = (counts.get(key) ?? 1) - 1;
        if (remaining > 0) counts.set(key, remaining);
        else counts.delete(key);
      };
    },

    reserve: (bytes: number): Reservation => {
      let reservedBytes = Math.max(0, bytes);
      expectedBytes += reservedBytes;
      const onBytes = (count: number) => {
        const step = Math.min(reservedBytes, count);
        reservedBytes -= step;
        expectedBytes -= step;
      };
      return { onBytes, [Symbol.dispose]: () => onBytes(reservedBytes) };
    },

    expectedBytes: () => expectedBytes,
  };
}

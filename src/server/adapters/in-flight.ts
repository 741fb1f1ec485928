import { AppError } from "#server/http/errors.ts";

export type InFlight = ReturnType<typeof createInFlight>;

/** Bytes that are announced and have not come yet. */
export type Expected = { arrived: (bytes: number) => void; release: () => void };

/** Uploads that are under way: how many each member has, and how many bytes are still to come. */
export function createInFlight() {
  const counts = new Map<string, number>();
  let expectedBytes = 0;
  return {
    /**
     * Takes one of `most` places under a key.
     * @returns a function that gives it back
     * @throws AppError too-many with `message`
     */
    enter: (key: string, most: number, message: string): (() => void) => {
      const count = counts.get(key) ?? 0;
      if (count >= most) throw new AppError("too-many", message, { retryAfter: 5 });
      counts.set(key, count + 1);
      return () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },

    /** Counts bytes against the free space until they have arrived, or until they are released. */
    expect: (bytes: number): Expected => {
      let left = Math.max(0, bytes);
      expectedBytes += left;
      const arrived = (count: number) => {
        const step = Math.min(left, count);
        left -= step;
        expectedBytes -= step;
      };
      return { arrived, release: () => arrived(left) };
    },

    /** Sum of what is announced and has not arrived. */
    expectedBytes: () => expectedBytes,
  };
}

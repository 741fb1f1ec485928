/** How loud a file is, in steps of 1.5 dB, each `seconds` long; 0 for silence. */
export type Gains = { seconds: number; gains: Uint8Array };

const MOST = 255;

/** Collects gains; one that can't be read is like the last. */
export function createGains() {
  let gains = new Uint8Array(1 << 16);
  let count = 0;
  let last = 0;
  return {
    add: (gain: number | null): void => {
      last = Math.min(MOST, Math.max(0, gain ?? last));
      if (count === gains.length) {
        const larger = new Uint8Array(gains.length * 2);
        larger.set(gains);
        gains = larger;
      }
      gains[count] = last;
      count += 1;
    },
    all: (): Uint8Array => gains.subarray(0, count),
  };
}

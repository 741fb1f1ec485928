import { createGains, type Gains } from "./find-pauses.ts";
import { walkM4b } from "./m4b-samples.ts";

/** ISO 14496-3, table 4.85. */
const [SINGLE, PAIR, FILL] = [0, 1, 6];
const EIGHT_SHORT = 2;
const WINDOWS = 8;
/** Bands below about 2 kHz, where voices are. */
const BANDS = 24;
/** Largest value of each spectral codebook (table 4.151); those above 11 are noise and intensity. */
const LARGEST = [0, 1, 1, 2, 2, 4, 4, 7, 7, 12, 12, 30];

/**
 * Reads how loud each AAC frame is without decoding: the first band's step size and the codebooks chosen for the low
 * ones. Of a pair the first channel; of HE-AAC the core.
 */
export async function readAacGains(path: string, onProgress: (share: number) => void): Promise<Gains | null> {
  const gains = createGains();
  const seconds = await walkM4b(path, (bytes, share) => {
    onProgress(share);
    gains.add(gainOf(bytes));
  });
  return seconds > 0 ? { seconds, gains: gains.all() } : null;
}

/** Null for a frame that begins with something else. */
function gainOf(bytes: Buffer): number | null {
  const bits = createBits(bytes);
  let kind = bits.read(3);
  while (kind === FILL && bits.isLeft()) {
    const count = bits.read(4);
    bits.skip(8 * (count === 15 ? 14 + bits.read(8) : count));
    kind = bits.read(3);
  }
  if (kind !== SINGLE && kind !== PAIR) return null;
  bits.skip(4);
  const isCommon = kind === PAIR && bits.read(1) === 1;
  const common = isCommon ? readWindow(bits) : null;
  if (common && bits.read(2) === 1) bits.skip(common.bands * common.groups);
  const gain = bits.read(8);
  const window = common ?? readWindow(bits);
  const peak = peakOf(bits, window);
  return bits.isLeft() ? (peak === 0 ? 0 : Math.round(gain + (16 / 3) * Math.log2(peak))) : null;
}

type Bits = ReturnType<typeof createBits>;
type Window = { bands: number; groups: number; isShort: boolean };

/** `ics_info` of AAC-LC, which has no prediction. */
function readWindow(bits: Bits): Window {
  bits.skip(1);
  const isShort = bits.read(2) === EIGHT_SHORT;
  bits.skip(1);
  const bands = bits.read(isShort ? 4 : 6);
  let groups = 1;
  // a one joins a window to the one before
  if (isShort) for (let window = 1; window < WINDOWS; window += 1) groups += 1 - bits.read(1);
  else bits.skip(1);
  return { bands, groups, isShort };
}

/** The largest value that the codebooks of the low bands can say. */
function peakOf(bits: Bits, { bands, isShort }: Window): number {
  const width = isShort ? 3 : 5;
  const escape = (1 << width) - 1;
  let peak = 0;
  for (let band = 0; band < bands && bits.isLeft();) {
    const book = bits.read(4);
    let long = 0;
    let step = bits.read(width);
    while (step === escape && bits.isLeft()) {
      long += step;
      step = bits.read(width);
    }
    if (band < BANDS) peak = Math.max(peak, LARGEST[book] ?? 0);
    band += Math.max(1, long + step);
  }
  return peak;
}

function createBits(bytes: Buffer) {
  let at = 0;
  return {
    read: (count: number): number => {
      let value = 0;
      for (let bit = at; bit < at + count; bit += 1)
        value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
      at += count;
      return value;
    },
    skip: (count: number): void => void (at += count),
    isLeft: () => at <= bytes.length * 8,
  };
}

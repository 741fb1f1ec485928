/** Kilobits per second by the index in a frame's header, for MPEG 1 and MPEG 2. */
const RATES = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};

/** The maximum size of a frame in both. */
const FRAME_BYTES_MAX = 1044;

export type Mp3Kind = { isMpeg1: boolean; isMono: boolean; hasChecksum?: boolean };

/**
 * Writes frames with random audio of the given sizes, in the smallest bit rate that fits. Audio begins before its frame
 * if there is space left, as in encoders' files. @returns the file, its frames, and of each its audio and how many
 * bytes before it that begins
 */
export function createMp3(audioBytes: readonly number[], kind: Mp3Kind) {
  const frames: Buffer[] = [];
  const audioBlocks: Buffer[] = [];
  const backSteps: number[] = [];
  const head = headBytes(kind);
  /** The bit reservoir, all frames without their headers: audio fills it up to `usedBytes`, and frames end at `end`. */
  const reservoir = Buffer.alloc(audioBytes.reduce((sum, count) => sum + count + FRAME_BYTES_MAX, 0));
  let [usedBytes, end] = [0, 0];
  for (const [number, count] of audioBytes.entries()) {
    usedBytes = Math.max(usedBytes, end - (kind.isMpeg1 ? 511 : 255));
    const back = end - usedBytes;
    const index = RATES.mpeg1.findIndex((_, index) => index > 0 && sizeOf(kind, index) - head + back >= count);
    const frame = Buffer.alloc(sizeOf(kind, index));
    writeHead(frame, kind, { index, back, count, number });
    // without bytes that look like a frame's header
    const audio = Buffer.from(crypto.getRandomValues(new Uint8Array(count)).map((byte) => Math.min(byte, 0xfe)));
    audio.copy(reservoir, usedBytes);
    usedBytes += count;
    end += frame.length - head;
    frames.push(frame);
    audioBlocks.push(audio);
    backSteps.push(back);
  }
  let start = 0;
  for (const frame of frames) start += reservoir.copy(frame, head, start, start + frame.length - head);
  return { file: Buffer.concat(frames), frames, sounds: audioBlocks, backs: backSteps };
}

const sizeOf = ({ isMpeg1 }: Mp3Kind, index: number) =>
  Math.floor(
    ((isMpeg1 ? 1152 : 576) * ((isMpeg1 ? RATES.mpeg1 : RATES.mpeg2)[index] ?? 0) * 125) / (isMpeg1 ? 44_100 : 22_050),
  );

function headBytes({ isMpeg1, isMono, hasChecksum = false }: Mp3Kind): number {
  const side = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return 4 + (hasChecksum ? 2 : 0) + side;
}

type Head = { index: number; back: number; count: number; number: number };

/**
 * Header and side info: the bits of audio are divided among granules and channels, and the rest encodes the frame's
 * number.
 */
function writeHead(frame: Buffer, kind: Mp3Kind, { index, back, count, number }: Head): void {
  const { isMpeg1, isMono, hasChecksum = false } = kind;
  frame.set([0xff, (isMpeg1 ? 0xfa : 0xf2) | (hasChecksum ? 0 : 1), index << 4, isMono ? 0xc0 : 0x40]);
  const side = (hasChecksum ? 6 : 4) * 8;
  const channels = isMono ? 1 : 2;
  putBits(frame, side, isMpeg1 ? 9 : 8, back);
  const firstBit = side + (isMpeg1 ? 9 + (isMono ? 5 : 3) + 4 * channels : 8 + channels);
  const parts = channels * (isMpeg1 ? 2 : 1);
  for (let part = 0; part < parts; part += 1) {
    const bits =
      part === 0 ? count * 8 - (parts - 1) * Math.floor((count * 8) / parts) : Math.floor((count * 8) / parts);
    putBits(frame, firstBit + part * (isMpeg1 ? 59 : 63), 12, bits);
    putBits(frame, firstBit + part * (isMpeg1 ? 59 : 63) + 21, 8, number % 200);
  }
}

/** Sets bits of zeroed bytes. @param start number of the first bit */
export function putBits(bytes: Buffer, start: number, count: number, value: number): void {
  for (let bit = 0; bit < count; bit += 1)
    if ((value >> (count - 1 - bit)) & 1)
      bytes[(start + bit) >> 3] = (bytes[(start + bit) >> 3] ?? 0) | (0x80 >> ((start + bit) & 7));
}

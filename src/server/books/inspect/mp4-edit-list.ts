type Edit = { seconds: number; mediaStart: number | null };

const HEADER_BYTES = 8;
/** A few are common; each takes many times its bytes in memory. */
const EDITS_MAX = 1000;
const ENTRY_BYTES = { short: 12, long: 20 };

/**
 * Returns how many seconds of silence the list (ISO 14496-12, 8.6.6) adds, or of the track it skips or moves.
 * Infinite with more edits than any audiobook has.
 * @param edts content of the box that has the list
 */
export function measureEdits(edts: Buffer, movieTimeScale: number, timeScale: number, trackSeconds: number): number {
  let changedSeconds = 0;
  let position = 0;
  const edits = readEdits(edts, movieTimeScale, timeScale);
  if (edits.length === 0) return 0;
  if (edits.length > EDITS_MAX) return Infinity;
  for (const { seconds, mediaStart } of edits) {
    changedSeconds += mediaStart === null ? seconds : Math.abs(mediaStart - position);
    if (mediaStart !== null) position = mediaStart + seconds;
  }
  return changedSeconds + Math.max(0, trackSeconds - position);
}

function readEdits(edts: Buffer, movieTimeScale: number, timeScale: number): Edit[] {
  const box = edts.indexOf("elst", 0, "latin1");
  const list = edts.subarray(box + 4);
  if (box < 0 || list.length < HEADER_BYTES || movieTimeScale === 0 || timeScale === 0) return [];
  const isLong = list[0] === 1;
  const entryBytes = isLong ? ENTRY_BYTES.long : ENTRY_BYTES.short;
  const listedCount = Math.min(list.readUInt32BE(4), Math.floor((list.length - HEADER_BYTES) / entryBytes));
  const count = Math.min(listedCount, EDITS_MAX + 1);
  return Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + index * entryBytes;
    const duration = isLong ? Number(list.readBigUInt64BE(at)) : list.readUInt32BE(at);
    const start = isLong ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4);
    return { seconds: duration / movieTimeScale, mediaStart: start < 0 ? null : start / timeScale };
  });
}

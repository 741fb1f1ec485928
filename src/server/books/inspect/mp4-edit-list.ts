const HEADER_BYTES = 8;
const ENTRY_BYTES = { short: 12, long: 20 };

/**
 * Returns how many seconds of silence the list (ISO 14496-12, 8.6.6) adds, or of the track it skips or moves.
 * @param edts content of the box that has the list
 */
export function measureEdits(edts: Buffer, movieTimeScale: number, timeScale: number, trackSeconds: number): number {
  const box = edts.indexOf("elst", 0, "latin1");
  const list = edts.subarray(box + 4);
  if (box < 0 || list.length < HEADER_BYTES || movieTimeScale === 0 || timeScale === 0) return 0;
  const isLong = list[0] === 1;
  const entryBytes = isLong ? ENTRY_BYTES.long : ENTRY_BYTES.short;
  const count = Math.min(list.readUInt32BE(4), Math.floor((list.length - HEADER_BYTES) / entryBytes));
  if (count === 0) return 0;
  let changedSeconds = 0;
  let position = 0;
  for (let at = HEADER_BYTES; at < HEADER_BYTES + count * entryBytes; at += entryBytes) {
    const seconds = (isLong ? Number(list.readBigUInt64BE(at)) : list.readUInt32BE(at)) / movieTimeScale;
    const start = isLong ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4);
    changedSeconds += start < 0 ? seconds : Math.abs(start / timeScale - position);
    if (start >= 0) position = start / timeScale + seconds;
  }
  return changedSeconds + Math.max(0, trackSeconds - position);
}

import { LISTENING_PACE_MAX } from "#contract/limits.ts";

const DECODE_AHEAD_SECONDS = 15;
const END_SECONDS = 10;

type DecodingStats = { webkitAudioDecodedByteCount?: number; mozHasAudio?: boolean; remote?: { state: string } };

/** A track that the browser can't decode ends at once or plays silently (BEYOND 14). */
export function createPlaybackCheck(element: HTMLAudioElement & DecodingStats, elapsedMs: () => number) {
  let start = { position: 0, at: 0 };
  let last = start;
  let decoded = { bytes: 0, position: 0 };
  const decodedBytes = () => element.webkitAudioDecodedByteCount;

  /** False if the browser doesn't report what it decodes. */
  function isSilent(position: number): boolean {
    // A remote device plays it.
    if (element.remote?.state === "connected") return false;
    if (element.mozHasAudio === false && element.readyState > 0) return true;
    const bytes = decodedBytes();
    if (bytes === undefined) return false;
    if (bytes !== decoded.bytes) decoded = { bytes, position };
    return position - decoded.position > (bytes === 0 ? 1 : DECODE_AHEAD_SECONDS);
  }

  function restart(position: number): void {
    start = { position, at: elapsedMs() };
    last = start;
    decoded = { bytes: decodedBytes() ?? 0, position };
  }

  return {
    start: (position = last.position) => restart(position),
    /** A leap within the book may be a damaged part of the file. */
    wasPlayed(position: number): boolean {
      const current = { position, at: elapsedMs() };
      const isJump = isFasterThanPlayed(start, current) || isFasterThanPlayed(last, current);
      const isNearEnd = element.ended || position > element.duration - END_SECONDS;
      if (isSilent(position) || (isJump && isNearEnd)) return false;
      if (isJump) start = current;
      last = current;
      return true;
    },
    lastPlayed: () => last.position,
  };
}

type TimedPosition = { position: number; at: number };

function isFasterThanPlayed(from: TimedPosition, to: TimedPosition): boolean {
  const seconds = (to.at - from.at) / 1000;
  return to.position - from.position > seconds * LISTENING_PACE_MAX.perSecond + LISTENING_PACE_MAX.grace;
}

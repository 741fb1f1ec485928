import { LISTENING_PACE_MAX } from "#contract/limits.ts";

const DECODE_AHEAD_SECONDS = 15;
const END_SECONDS = 10;

type DecodingStats = { webkitAudioDecodedByteCount?: number; mozHasAudio?: boolean; remote?: { state: string } };

/** A track that the browser can't decode ends at once or plays silently (BEYOND 14). */
export function createPlaybackCheck(element: HTMLAudioElement & DecodingStats, elapsedMs: () => number) {
  let startPosition = { position: 0, at: 0 };
  let lastPlayed = 0;
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
    startPosition = { position, at: elapsedMs() };
    lastPlayed = position;
    decoded = { bytes: decodedBytes() ?? 0, position };
  }

  return {
    begin: (position = lastPlayed) => restart(position),
    /** A leap within the book may be a damaged part of the file. */
    wasPlayed(position: number): boolean {
      const seconds = (elapsedMs() - startPosition.at) / 1000;
      const isJump =
        position - startPosition.position > seconds * LISTENING_PACE_MAX.perSecond + LISTENING_PACE_MAX.grace;
      const isNearEnd = element.ended || position > element.duration - END_SECONDS;
      if (isSilent(position) || (isJump && isNearEnd)) return false;
      if (isJump) startPosition = { position, at: elapsedMs() };
      lastPlayed = position;
      return true;
    },
    lastPlayed: () => lastPlayed,
  };
}

import { HEARD } from "#contract/limits.ts";

/** Seconds that a browser may play from what it has decoded ahead. */
const DECODED_AHEAD = 15;
/** Seconds before the end that belong to it. */
const END_SECONDS = 10;

/** What only some browsers tell. */
type Decoding = { webkitAudioDecodedByteCount?: number; mozHasAudio?: boolean; remote?: { state: string } };

/**
 * Tells what was heard from what the browser only says it played: a track that it can't decode is over in no time, or
 * silent (BEYOND 14).
 */
export function createPlaybackCheck(element: HTMLAudioElement & Decoding, elapsedMs: () => number) {
  let from = { position: 0, at: 0 };
  let heard = 0;
  let decoded = { bytes: 0, position: 0 };
  const bytesNow = () => element.webkitAudioDecodedByteCount;

  /** Whether nothing was decoded for longer than a browser decodes ahead; false where it doesn't tell. */
  function isSilent(position: number): boolean {
    // another device plays it
    if (element.remote?.state === "connected") return false;
    if (element.mozHasAudio === false && element.readyState > 0) return true;
    const bytes = bytesNow();
    if (bytes === undefined) return false;
    if (bytes !== decoded.bytes) decoded = { bytes, position };
    return position - decoded.position > (bytes === 0 ? 1 : DECODED_AHEAD);
  }

  function begin(position: number): void {
    from = { position, at: elapsedMs() };
    heard = position;
    decoded = { bytes: bytesNow() ?? 0, position };
  }

  return {
    /** What is played next begins there, by default where the last one was heard. */
    begin: (position = heard) => begin(position),
    /** Whether the sound up to there can have been heard. A leap within the book may be a damaged part of the file. */
    isHeard(position: number): boolean {
      const seconds = (elapsedMs() - from.at) / 1000;
      const isLeap = position - from.position > seconds * HEARD.perSecond + HEARD.grace;
      const isNearEnd = element.ended || position > element.duration - END_SECONDS;
      if (isSilent(position) || (isLeap && isNearEnd)) return false;
      if (isLeap) from = { position, at: elapsedMs() };
      heard = position;
      return true;
    },
    /** The last place that was heard. */
    heard: () => heard,
  };
}

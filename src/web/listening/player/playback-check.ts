import { HEARD } from "#contract/limits.ts";

/** Seconds that a browser may play from what it has decoded ahead. */
const DECODE_AHEAD_SECONDS = 15;
/** Seconds before the end that belong to it. */
const END_SECONDS = 10;

/** What only some browsers tell. */
type Decoding = { webkitAudioDecodedByteCount?: number; mozHasAudio?: boolean; remote?: { state: string } };

/**
 * Tells what was heard from what the browser only says it played: a track that it can't decode is over in no time, or
 * silent (BEYOND 14).
 */
export function createPlaybackCheck(element: HTMLAudioElement & Decoding, elapsedMs: () => number) {
  let startPosition = { position: 0, at: 0 };
  let lastPlayed = 0;
  let decoded = { bytes: 0, position: 0 };
  const decodedBytes = () => element.webkitAudioDecodedByteCount;

  /** Whether nothing was decoded for longer than a browser decodes ahead; false where it doesn't tell. */
  function isSilent(position: number): boolean {
    // another device plays it
    if (element.remote?.state === "connected") return false;
    if (element.mozHasAudio === false && element.readyState > 0) return true;
    const bytes = decodedBytes();
    if (bytes === undefined) return false;
    if (bytes !== decoded.bytes) decoded = { bytes, position };
    return position - decoded.position > (bytes === 0 ? 1 : DECODE_AHEAD_SECONDS);
  }

  function begin(position: number): void {
    startPosition = { position, at: elapsedMs() };
    lastPlayed = position;
    decoded = { bytes: decodedBytes() ?? 0, position };
  }

  return {
    /** What is played next begins there, by default where the last one was heard. */
    begin: (position = lastPlayed) => begin(position),
    /** Whether the sound up to there can have been heard. A leap within the book may be a damaged part of the file. */
    wasPlayed(position: number): boolean {
      const seconds = (elapsedMs() - startPosition.at) / 1000;
      const isLeap = position - startPosition.position > seconds * HEARD.perSecond + HEARD.grace;
      const isNearEnd = element.ended || position > element.duration - END_SECONDS;
      if (isSilent(position) || (isLeap && isNearEnd)) return false;
      if (isLeap) startPosition = { position, at: elapsedMs() };
      lastPlayed = position;
      return true;
    },
    /** The last place that was heard. */
    heard: () => lastPlayed,
  };
}

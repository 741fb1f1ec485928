import { toTitle } from "#contract/invisible-characters.ts";

import type { Mp4Track, SampleEntry } from "./mp4-tracks.ts";

/** Codecs in MP4 that all current browsers play. */
const PLAYABLE_CODECS = new Set(["mp4a", ".mp3", "Opus", "fLaC"]);
const DRM_CODECS = new Set(["drms", "enca", "aavd", "drmi"]);
/** Object types of `mp4a` (ISO 14496-1): AAC, its MPEG-2 profiles, and MP3. */
const PLAYABLE_OBJECT_TYPES = new Set([0x40, 0x66, 0x67, 0x68, 0x69, 0x6b]);
const USAC_OBJECT_TYPE = 42;
/** AAC Main, LC, SSR, LTP, HE and HE v2, and plain MP3, but not its layers 1 and 2. */
const PLAYABLE_AUDIO_TYPES = new Set([1, 2, 3, 4, 5, 29, 34, USAC_OBJECT_TYPE]);
/** Encoders skip the first tenth of a second, and lists are rounded. */
const EDITED_MAX_SECONDS = 2;
/** Silence in AAC has 250. */
const BYTES_PER_SECOND_MIN = 100;
/** A track that is longer by this factor than the one that browsers play is the book. */
const LONGER_TRACK_FACTOR = 2;
/** The last sample may be cut. */
const SKIPPED_MAX_SHARE = 0.01;
const XHE_AAC_WARNING =
  "It's in xHE-AAC. It plays on phones and tablets by Apple and with Android, and is silent in Firefox and in most browsers of " +
  "computers with Windows or Linux. Convert it to AAC for these.";
const SEVERAL_TRACKS_WARNING =
  "It has several tracks of sound. Most browsers play only one, and some play them together. Keep the one that you want.";

const GAP_MAX_SECONDS = 5;
const GAP_WARNING =
  "Its audio has a long gap, as where files of two sample rates were joined. Listen to what follows: if it's slow or " +
  "silent, join and convert the files again.";

/** Browsers play the first or the first enabled track, and skip what they can't decode, as if the book had ended. */
export function findPlaybackIssue(tracks: readonly Mp4Track[], fileBytes: number): string | null {
  const audioTracks = findAudioTracks(tracks);
  if (audioTracks.some(({ entries }) => entries.some(({ codec }) => DRM_CODECS.has(codec))))
    return "it has DRM, so members couldn't play it";
  for (const track of findPlayedTracks(audioTracks)) {
    const unplayableEntry = track.entries.find((entry) => !isPlayableEntry(entry));
    if (unplayableEntry) return formatCodecIssue(toTitle(formatCodec(unplayableEntry)), audioTracks.length);
    if (track.otherLayer !== null) return formatCodecIssue(`MP${track.otherLayer}`, audioTracks.length);
    if (track.samples === 0 && audioTracks.some(({ samples }) => samples > 0))
      return "the track of sound that browsers play is empty; leave it out";
    if (track.samples === 0 && track.isIndexed) return "it has no audio";
    if (audioTracks.some(({ seconds }) => seconds > track.seconds * LONGER_TRACK_FACTOR))
      return "the track of sound that browsers play is much shorter than another one; leave it out";
    if (track.isFragmented && track.samples > 0)
      return "a part of its sound is in fragments, whose length its index doesn't state; convert it again";
    if (track.skippedSamples > track.samples * SKIPPED_MAX_SHARE)
      return "a part of its sound is empty or lasts no time, as where files of two sample rates were joined; join and convert them again";
    const isMissing = track.isIndexed && (track.first === null || track.first.at >= fileBytes);
    if (isMissing || track.bytes > fileBytes) return "it's incomplete or damaged; copy or download it again";
    if (track.isIndexed && track.bytes < track.seconds * BYTES_PER_SECOND_MIN)
      return "it states many times the length of its sound; convert it again";
    if (track.editedSeconds > EDITED_MAX_SECONDS)
      return "its edit list starts the sound late, or skips a part; convert it again without edits";
  }
  return null;
}

export function listAudioWarnings(tracks: readonly Mp4Track[]): string[] {
  const audioTracks = findAudioTracks(tracks);
  return [
    ...(audioTracks.some(({ entries }) => entries.some(({ audioType }) => audioType === USAC_OBJECT_TYPE))
      ? [XHE_AAC_WARNING]
      : []),
    ...(audioTracks.some(({ gapSeconds }) => gapSeconds > GAP_MAX_SECONDS) ? [GAP_WARNING] : []),
    ...(audioTracks.length > 1 ? [SEVERAL_TRACKS_WARNING] : []),
  ];
}

export function formatCodecIssue(codec: string, trackCount = 1): string {
  if (trackCount > 1)
    return `many browsers play its track in ${codec}, which they can't decode; keep only the one in AAC`;
  return `many browsers can't play its audio (${codec}); convert it to AAC`;
}

export const isPlayable = (codec: string): boolean => PLAYABLE_CODECS.has(codec);
export const isDrmCodec = (codec: string): boolean => DRM_CODECS.has(codec);

const findAudioTracks = (tracks: readonly Mp4Track[]) => tracks.filter(({ handler }) => handler === "soun");

function findPlayedTracks(audioTracks: readonly Mp4Track[]): Mp4Track[] {
  const enabledTrack = audioTracks.find(({ isEnabled }) => isEnabled);
  return [...new Set([...audioTracks.slice(0, 1), ...(enabledTrack ? [enabledTrack] : [])])];
}

function isPlayableEntry({ codec, objectType, audioType }: SampleEntry): boolean {
  if (!PLAYABLE_CODECS.has(codec)) return false;
  if (codec !== "mp4a" || objectType === null) return true;
  return (
    PLAYABLE_OBJECT_TYPES.has(objectType) &&
    (audioType === null || objectType !== 0x40 || PLAYABLE_AUDIO_TYPES.has(audioType))
  );
}

function formatCodec({ codec, objectType, audioType }: SampleEntry): string {
  if (codec !== "mp4a" || objectType === null) return codec;
  const type = objectType === 0x40 && audioType !== null ? `.${audioType}` : "";
  return `${codec}.${objectType.toString(16)}${type}`;
}

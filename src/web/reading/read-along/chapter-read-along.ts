import { sectionOffsets } from "#contract/chapters.ts";
import type { Contents } from "#contract/reading.ts";
import { fractionAt, secondsAt, type Timeline } from "#contract/timeline.ts";
import type { Player } from "#web/listening/player/player.ts";
import { SWITCH_OVERLAP_SECONDS } from "#web/progress/use-position-offer.ts";
import { sectionAtFraction } from "#web/reading/chapters.ts";

import type { Follower } from "./follower.ts";
import type { ReadAlong } from "./read-along.ts";
import type { TextPoint } from "./sentence-lookup.ts";

type ChapterReadAlongParts = {
  player: Pick<Player, "state" | "subscribe" | "play" | "pause" | "seek">;
  follower: Follower;
  timeline: Timeline;
  reader: { contents: Pick<Contents, "sections" | "length">; currentFraction: () => number };
  /** Where the page is in the audio; null until it was played from there. Outlives a new timeline. */
  startSeconds: { current: number | null };
  /** Called with the second at which the audio starts. */
  onStart: (seconds: number) => void;
};

/** Follows an audiobook without aligned sentences, by interpolation. It starts a bit before the page, which stays. */
export function createChapterReadAlong(parts: ChapterReadAlongParts): ReadAlong {
  const { player, follower, timeline, reader, startSeconds } = parts;

  function update(): void {
    const { isPlaying, position } = player.state();
    const start = startSeconds.current;
    if (start !== null && isPlaying && position >= start) void follower.ensureVisible(pointAt(position));
    follower.setVoice({ isOn: start !== null, isPlaying });
  }

  function pointAt(seconds: number): TextPoint {
    const { sections, length } = reader.contents;
    const fraction = fractionAt(timeline, seconds);
    const section = sectionAtFraction(reader.contents, fraction);
    return { section, at: Math.round(fraction * length) - (sectionOffsets(sections)[section] ?? 0) };
  }

  function playFromPage(): void {
    const pageSeconds = secondsAt(timeline, reader.currentFraction());
    startSeconds.current = pageSeconds;
    const seconds = Math.max(0, Math.floor(pageSeconds) - SWITCH_OVERLAP_SECONDS);
    player.seek(seconds);
    player.play();
    parts.onStart(seconds);
  }

  const unsubscribe = player.subscribe(update);
  update();
  return {
    ...follower,
    toggle: () => (player.state().isPlaying ? player.pause() : player.play()),
    playFromPage,
    tap: () => false,
    end(): void {
      unsubscribe();
      follower.end();
    },
  };
}

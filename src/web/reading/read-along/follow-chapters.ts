import { sectionOffsets } from "#contract/chapters.ts";
import type { Contents } from "#contract/reading.ts";
import { fractionAt, type Timeline } from "#contract/timeline.ts";
import type { Player } from "#web/listening/player/player.ts";
import { sectionAtFraction } from "#web/reading/chapters.ts";

import type { Follower } from "./follower.ts";
import type { TextPoint } from "./sentence-lookup.ts";

type FollowedBook = { timeline: Timeline; contents: Pick<Contents, "sections" | "length"> };

/** Follows an audiobook without aligned sentences, by interpolation. Before `startSeconds`, no page turns. */
export function followChapters(
  player: Pick<Player, "state" | "subscribe">,
  follower: Pick<Follower, "ensureVisible">,
  followed: FollowedBook,
  startSeconds: () => number,
): () => void {
  return player.subscribe(() => {
    const { isPlaying, position } = player.state();
    if (isPlaying && position >= startSeconds()) void follower.ensureVisible(pointAt(followed, position));
  });
}

function pointAt({ timeline, contents }: FollowedBook, seconds: number): TextPoint {
  const fraction = fractionAt(timeline, seconds);
  const section = sectionAtFraction(contents, fraction);
  return { section, at: Math.round(fraction * contents.length) - (sectionOffsets(contents.sections)[section] ?? 0) };
}

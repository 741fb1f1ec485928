import { sectionOffsets } from "#contract/chapters.ts";
import type { Contents } from "#contract/reading.ts";
import { fractionAt, type Timeline } from "#contract/timeline.ts";
import type { Player } from "#web/listening/player/player.ts";

import type { Follower } from "./follower.ts";
import type { TextPoint } from "./sentence-at.ts";

type Known = { timeline: Timeline; contents: Pick<Contents, "sections" | "length"> };

/**
 * Turns pages along with an audiobook whose sentences aren't known, as far as its chapters tell where it is.
 * @param beginsAt from this second on: before, it repeats what the member has read. @returns a function that stops it
 */
export function followChapters(
  player: Pick<Player, "state" | "subscribe">,
  follower: Pick<Follower, "keepInView">,
  known: Known,
  beginsAt: () => number,
): () => void {
  return player.subscribe(() => {
    const { playing, position } = player.state();
    if (playing && position >= beginsAt()) void follower.keepInView(pointAt(known, position));
  });
}

function pointAt({ timeline, contents: { sections, length } }: Known, seconds: number): TextPoint {
  const at = Math.round(fractionAt(timeline, seconds) * length);
  const starts = sectionOffsets(sections);
  const section = Math.max(
    0,
    starts.findLastIndex((start) => start <= at),
  );
  return { section, at: at - (starts[section] ?? 0) };
}

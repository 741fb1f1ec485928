import { Listeners } from "#web/lib/browser/listeners.ts";
import type { Reader } from "#web/reading/reader.ts";
import type { SpokenRange } from "#web/reading/view/spoken-highlight.ts";

import type { TextPoint } from "./sentence-at.ts";

/** Milliseconds in which a page that is turned to says that it is shown. */
const PAGE_REPORT_TIMEOUT_MS = 500;

type FollowedReader = Pick<Reader, "view" | "voiceMark" | "turnedAt" | "subscribe" | "state">;
export type Follower = ReturnType<typeof createFollower>;

/** `how`: whether what is followed counts as read. `isAway`: the voice read before the page was there. */
type Options = { how: "follow" | "aloud"; isAway?: boolean };

/**
 * Marks what a voice reads and turns the pages along, until the member turns one: then the voice goes on alone, up to
 * `back`, or until it's on the page that is shown.
 */
export function createFollower(reader: FollowedReader, { how, ...begun }: Options) {
  const { view } = reader;
  const listeners = new Listeners();
  let point: TextPoint | null = null;
  let isAway = begun.isAway ?? false;
  let turnedAt = reader.turnedAt();
  let followedAt = Number.NEGATIVE_INFINITY;
  let shown = view.span();

  const shows = ({ section, at }: TextPoint) => view.showsText(section, at);
  function setAway(now: boolean): void {
    if (now === isAway) return;
    isAway = now;
    listeners.emit();
  }

  const stop = reader.subscribe(() => {
    // the page that was turned to is there
    if (view.span() !== shown) followedAt = Number.NEGATIVE_INFINITY;
    shown = view.span();
    if (reader.turnedAt() === turnedAt) return;
    turnedAt = reader.turnedAt();
    setAway(point !== null && !shows(point));
  });

  async function follow(to: TextPoint): Promise<void> {
    followedAt = performance.now();
    await view.follow({ kind: "text", ...to }, how);
  }

  return {
    subscribe: listeners.subscribe,
    isAway: () => isAway,
    /** @param voiced null for nothing */
    mark(voiced: SpokenRange | null): void {
      reader.voiceMark.show(voiced, getComputedStyle(view.element).getPropertyValue("--season").trim());
    },
    shows,
    /** Turns to what is about to be heard. Resolves when the page is there, or stays. */
    async keepInView(next: TextPoint): Promise<void> {
      point = next;
      if (shows(next)) return setAway(false);
      const isBusy = view.isTurning() || reader.state().selected !== null || document.hidden;
      if (isAway || isBusy || performance.now() - followedAt < PAGE_REPORT_TIMEOUT_MS) return;
      await follow(next);
    },
    /** The member wants to be where the voice is. */
    async back(): Promise<void> {
      setAway(false);
      if (point && !shows(point)) await follow(point);
    },
    /** From here on the voice reads `next`, as the member asked. */
    async followTo(next: TextPoint): Promise<void> {
      point = next;
      await this.back();
    },
    end(): void {
      stop();
      reader.voiceMark.show(null, "");
    },
  };
}

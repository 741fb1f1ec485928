import { Listeners } from "#web/lib/browser/listeners.ts";
import type { Reader } from "#web/reading/reader.ts";
import type { SpokenRange } from "#web/reading/view/spoken-highlight.ts";

import { READ_ALONG_OFF, type ReadAlongState } from "./read-along.ts";
import type { TextPoint } from "./sentence-lookup.ts";

const PAGE_REPORT_TIMEOUT_MS = 500;

type FollowedReader = Pick<Reader, "view" | "spokenHighlight" | "turnedAt" | "subscribe" | "state">;
export type Follower = ReturnType<typeof createFollower>;

/** `mode`: whether followed pages count as read. `isAway`: playback began before the page was shown. */
type Options = { mode: "follow" | "aloud"; isAway?: boolean };

/**
 * Highlights the spoken text, and turns pages with the voice until the member turns one. Then it stops following until
 * `returnToVoice`, or until the voice reaches the shown page.
 */
export function createFollower(reader: FollowedReader, { mode, ...initial }: Options) {
  const { view } = reader;
  const listeners = new Listeners();
  let point: TextPoint | null = null;
  let state: ReadAlongState = { ...READ_ALONG_OFF, isAway: initial.isAway ?? false };
  let lastTurnedAt = reader.turnedAt();
  let followedAt = Number.NEGATIVE_INFINITY;
  let shownSpan = view.span();

  const isVisible = ({ section, at }: TextPoint) => view.showsText(section, at);
  function setState(change: Partial<ReadAlongState>): void {
    const next = { ...state, ...change };
    if (next.isOn === state.isOn && next.isPlaying === state.isPlaying && next.isAway === state.isAway) return;
    state = next;
    listeners.emit();
  }

  const unsubscribe = reader.subscribe(() => {
    if (view.span() !== shownSpan) followedAt = Number.NEGATIVE_INFINITY;
    shownSpan = view.span();
    if (reader.turnedAt() === lastTurnedAt) return;
    lastTurnedAt = reader.turnedAt();
    setState({ isAway: point !== null && !isVisible(point) });
  });

  async function follow(to: TextPoint): Promise<void> {
    followedAt = performance.now();
    await view.goTo(mode, { kind: "text", ...to });
  }

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    setVoice: (voice: Omit<ReadAlongState, "isAway">) => setState(voice),
    highlight: (range: SpokenRange | null): void => reader.spokenHighlight.show(range),
    shows: isVisible,
    /** Doesn't turn the page while the member is away or busy. */
    async ensureVisible(next: TextPoint): Promise<void> {
      point = next;
      if (isVisible(next)) return setState({ isAway: false });
      const isBusy = view.isTurning() || reader.state().selected !== null || document.hidden;
      if (state.isAway || isBusy || performance.now() - followedAt < PAGE_REPORT_TIMEOUT_MS) return;
      await follow(next);
    },
    async returnToVoice(): Promise<void> {
      setState({ isAway: false });
      if (point && !isVisible(point)) await follow(point);
    },
    async followTo(next: TextPoint): Promise<void> {
      point = next;
      await this.returnToVoice();
    },
    end(): void {
      unsubscribe();
      reader.spokenHighlight.show(null);
    },
  };
}

import { Listeners } from "#web/lib/browser/listeners.ts";
import type { createFollower } from "#web/reading/read-along/follower.ts";

type FollowedReader = Parameters<typeof createFollower>[0];

const CODE_POINTS = 100;

/** A reader's pages without a browser: each shows 100 code points of its section. `told` lists the calls. */
export function createPagedText() {
  const listeners = new Listeners();
  const events: string[] = [];
  let turnedAt = 0;
  let page = { section: 0, from: 0 };
  const showPage = (section: number, index: number) => {
    page = { section, from: Math.floor(index / CODE_POINTS) * CODE_POINTS };
    shownPage = { ...page, to: page.from + CODE_POINTS };
    events.push(`page ${section}/${page.from}`);
    listeners.emit();
  };
  let shownPage = { ...page, to: CODE_POINTS };
  const span = () => shownPage;
  const view = {
    element: document.body,
    span,
    shown: () => ({ section: page.section }),
    showsText: (section: number, index: number) => section === page.section && index >= page.from && index < span().to,
    isTurning: () => false,
    goTo: async (_: unknown, to: { section: number; at: number }) => showPage(to.section, to.at),
  };
  const reader = {
    view,
    spokenHighlight: {
      show: (voiced: { section: number; from: number; sure: boolean } | null) =>
        events.push(voiced ? `mark ${voiced.section}/${voiced.from}${voiced.sure ? "" : "?"}` : "no mark"),
    },
    turnedAt: () => turnedAt,
    subscribe: listeners.subscribe,
    state: () => ({ selected: null }),
  } as unknown as FollowedReader;
  return {
    reader,
    told: events,
    page: () => `${page.section}/${page.from}`,
    /** Turns a page by hand. */
    turnTo(section: number, offset: number): void {
      turnedAt += 1;
      showPage(section, offset);
    },
  };
}

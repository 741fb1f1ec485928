import { Tab, TabGroup, TabList, TabPanel, TabPanels } from "@headlessui/react";

import type { PlayerState } from "#web/listening/player/player-state.ts";
import type { Player } from "#web/listening/player/player.ts";

import { BookmarkList } from "./bookmark-list.tsx";
import { ChapterList } from "./chapter-list.tsx";
import { HistoryList } from "./history-list.tsx";

const TAB_CLASS =
  "min-h-touch flex-1 rounded-t-md border-b-3 border-transparent px-2 text-sm font-semibold text-ink-soft hover:text-ink data-selected:border-season data-selected:text-season";

export function PlayerLists({ player, state }: { player: Player; state: PlayerState }) {
  const hasChapters = player.book.chapters.length > 0;
  return (
    <TabGroup as="div">
      <TabList aria-label="Chapters, bookmarks and history" className="flex flex-wrap border-b border-line">
        {hasChapters && <Tab className={TAB_CLASS}>Chapters</Tab>}
        <Tab className={TAB_CLASS}>Bookmarks</Tab>
        <Tab className={TAB_CLASS}>History</Tab>
      </TabList>
      <TabPanels className="pt-3">
        {hasChapters && (
          <TabPanel>
            <ChapterList player={player} state={state} />
          </TabPanel>
        )}
        <TabPanel>
          <BookmarkList player={player} position={state.position} />
        </TabPanel>
        <TabPanel>
          <HistoryList player={player} />
        </TabPanel>
      </TabPanels>
    </TabGroup>
  );
}

import { History } from "lucide-react";

import type { Jump } from "#contract/progress.ts";
import { useGet } from "#web/api/use-get.ts";
import { chapterName } from "#web/listening/player/chapters.ts";
import { formatPlayTime, formatTimeAgo } from "#web/listening/player/format-time.ts";
import type { Player } from "#web/listening/player/player.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";

import { ROW_CLASS } from "./chapter-list.tsx";

export function HistoryList({ player }: { player: Player }) {
  const jumps = useGet("GET /api/audiobook-progress/history", {
    query: { bookId: player.book.id },
    refetchOnMount: "always",
  });
  return (
    <QueryContent query={jumps} name="your history" skeleton={<SkeletonLines lines={4} className="p-3" />}>
      {(data) => <JumpList player={player} jumps={data} />}
    </QueryContent>
  );
}

function JumpList({ player, jumps }: { player: Player; jumps: readonly Jump[] }) {
  if (jumps.length === 0)
    return (
      <EmptyState icon={History}>
        Nothing yet. When you jump, the place you left is listed here, so you can go back.
      </EmptyState>
    );
  const { chapters } = player.book;
  return (
    <ol className="max-h-80 overflow-y-auto overscroll-contain">
      {jumps.map(({ id, currentTime, chapter, leftAt, device }) => (
        <li key={id}>
          <button type="button" onClick={() => player.seek(currentTime)} className={ROW_CLASS}>
            <span className="shrink-0 font-semibold tabular-nums">{formatPlayTime(currentTime)}</span>
            <span className="min-w-0 flex-1 text-sm text-ink-soft max-[16rem]:basis-40">
              {chapters[chapter] && `${chapterName({ title: chapters[chapter].title, index: chapter })} · `}
              {formatTimeAgo(new Date(leftAt), new Date())}
              {device && ` · ${device}`}
            </span>
            <span className="shrink-0 text-sm font-semibold text-season">Go back</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

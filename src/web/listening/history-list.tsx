import { History } from "lucide-react";

import { useGet } from "#web/api/use-get.ts";
import { chapterName } from "#web/listening/player/chapters.ts";
import { formatPlayTime, formatTimeAgo } from "#web/listening/player/format-time.ts";
import type { Player } from "#web/listening/player/player.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";

import { ROW_CLASS } from "./chapter-list.tsx";

export function HistoryList({ player }: { player: Player }) {
  const { id: bookId, chapters } = player.book;
  const jumps = useGet("GET /api/audiobook-progress/history", { query: { bookId }, refetchOnMount: "always" });
  return (
    <QueryContent query={jumps} name="your history" skeleton={<SkeletonLines lines={4} className="p-3" />}>
      {(data) => (
        <>
          {data.length === 0 && (
            <EmptyState icon={History}>
              Nothing yet. When you jump, the place you left is listed here, so you can go back.
            </EmptyState>
          )}
          <ol className="max-h-80 overflow-y-auto overscroll-contain empty:hidden">
            {data.map(({ id, currentTime, chapter, leftAt, device }) => (
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
        </>
      )}
    </QueryContent>
  );
}

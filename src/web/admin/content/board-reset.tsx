import { Trash2, Undo2, Wine } from "lucide-react";
import { useState } from "react";

import { formatCount, pluralize } from "#contract/counts.ts";
import { RESET_UNDO_MINUTES } from "#contract/limits.ts";
import type { Board } from "#contract/posts.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatClock } from "#web/lib/format/dates.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";

export function BoardReset() {
  const result = useGet("GET /api/posts/board");
  const reset = useCall("DELETE /api/posts", {
    done: "Posting board has been reset",
    failed: "Failed to reset posting board.",
    explain: withReason,
  });

  return (
    <Card title="Posting Board" icon={Wine}>
      <QueryContent query={result} name="the posting board" lines={4}>
        {(board) => (
          <div className="space-y-4">
            <p className="max-w-measure text-balance">{formatPostsOnBoard(board.posts)}</p>
            {board.undo && <Undo key={board.undo.until} undo={board.undo} onEnd={() => void result.refetch()} />}
            <ConfirmButton
              variant="caution"
              icon={Trash2}
              disabled={reset.isPending}
              label={reset.isPending ? "Resetting..." : "Reset Posting Board"}
              title="Reset the posting board?"
              confirm="Reset board"
              beforeAsking={result.refetch}
              onConfirm={() => reset.mutate()}
            >
              {formatRemoval(board.posts)} You can undo this for {RESET_UNDO_MINUTES} minutes.
            </ConfirmButton>
          </div>
        )}
      </QueryContent>
    </Card>
  );
}

function Undo({ undo, onEnd }: { undo: NonNullable<Board["undo"]>; onEnd: () => void }) {
  const restore = useCall("POST /api/posts/restore", {
    done: "The posts are back on the board",
    failed: "Failed to restore the posts.",
  });
  const [waitMs] = useState(() => Math.max(0, new Date(undo.until).getTime() - Date.now()) + 1000);
  useTimeout(onEnd, waitMs);
  return (
    <Notice
      title="The board was reset"
      action={
        <Button icon={Undo2} disabled={restore.isPending} onClick={() => restore.mutate()}>
          {restore.isPending ? "Restoring..." : "Undo reset"}
        </Button>
      }
    >
      {pluralize(undo.posts, "post")} can be brought back until {formatClock(undo.until)}.
    </Notice>
  );
}

function formatPostsOnBoard(postCount: number): string {
  if (postCount === 0) return "The Snacks & Drinks Board is empty.";
  return `${pluralize(postCount, "post")} on the board. A reset clears it for the next meeting.`;
}

function formatRemoval(posts: number): string {
  if (posts === 0) return "It has no posts right now.";
  return posts === 1 ? "This removes its 1 post." : `This removes all ${formatCount(posts)} posts.`;
}

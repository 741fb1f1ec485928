import { addMinutes } from "date-fns";

import { RESET_UNDO_MINUTES } from "#contract/limits.ts";
import type { Board, NewPost, Post } from "#contract/posts.ts";
import { recordAct } from "#server/audit/audit.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/errors.ts";
import { type Actor, batchWriteAs, writeAs } from "#server/members/caller.ts";

/** Puts what a member brings on the board. */
export function addPost(deps: Deps, by: Actor, { content }: NewPost): Promise<Post> {
  const now = deps.clock.now().toISOString();
  return batchWriteAs(deps, by, ({ id }) => deps.stores.posts.insert(id, content.trim(), now));
}

/** How many posts stand on the board, and what an undo would bring back. */
export function readBoard(deps: Deps): Board {
  const reset = findUndo(deps);
  const until = reset && addMinutes(new Date(reset.resetAt), RESET_UNDO_MINUTES).toISOString();
  return { posts: deps.stores.posts.count(), undo: reset && until ? { posts: reset.posts, until } : null };
}

/** Clears all posts from the board (SPEC 2). They can be brought back for RESET_UNDO_MINUTES. */
export function resetBoard(deps: Deps, by: Actor): void {
  writeAs(deps, by, (author) => {
    const gone = deps.stores.posts.reset(deps.clock.now().toISOString());
    recordAct(deps, author, "board-reset", String(gone));
  });
}

/** Takes back the last reset: its posts stand where they stood. @throws AppError 'conflict' when there is none to take back */
export function restoreBoard(deps: Deps, by: Actor): Board {
  writeAs(deps, by, (author) => {
    const reset = findUndo(deps);
    if (!reset)
      throw new AppError(
        "conflict",
        `There is nothing to bring back: a reset can be undone for ${RESET_UNDO_MINUTES} minutes.`,
      );
    const back = deps.stores.posts.restore(reset.id);
    recordAct(deps, author, "board-restored", String(back));
  });
  return readBoard(deps);
}

/** Forgets posts that can no longer be brought back. */
export function sweepBoard(deps: Deps): void {
  deps.stores.posts.forgetResets(undoFrom(deps));
}

function findUndo(deps: Deps) {
  return deps.stores.posts.findReset(undoFrom(deps));
}

function undoFrom(deps: Deps): string {
  return addMinutes(deps.clock.now(), -RESET_UNDO_MINUTES).toISOString();
}

import { addMinutes } from "date-fns";

import { RESET_UNDO_MINUTES } from "#contract/limits.ts";
import { type Board, type NewPost, type Post, POST_LIMIT, type PostPatch } from "#contract/posts.ts";
import { trimText } from "#contract/text-length.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { type Actor, batchWriteAs, writeAs } from "#server/access/caller.ts";
import { createOnce } from "#server/access/idempotency.ts";
import { requireLatestChange } from "#server/access/latest-change.ts";
import { consumeLimit } from "#server/access/limits.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";
import { findCurrentMeeting, findUpcomingMeeting } from "#server/meetings/current-meeting.ts";

const BOARD_POSTS_MAX = 500;

export function listPosts(deps: Deps, viewerId: number, page: { before?: number; limit?: number }): Post[] {
  const limit = Math.min(page.limit ?? BOARD_POSTS_MAX, BOARD_POSTS_MAX);
  return deps.stores.posts.list(viewerId, { ...page, limit, meetingId: findBoardMeetingId(deps) });
}

/** @returns null if it was sent before and deleted since @throws AppError 'too-many' */
export function createPost(deps: Deps, actor: Actor, { content, sendKey }: NewPost): Promise<Post | null> {
  const createdAt = deps.clock.now().toISOString();
  return batchWriteAs(deps, actor, (author) => {
    const userId = author.id;
    const insertPost = () => {
      consumeLimit(deps, author, POST_LIMIT);
      const meetingId = findUpcomingMeeting(deps)?.id ?? null;
      return deps.stores.posts.insert({ userId, content: trimText(content), createdAt, meetingId, sendKey });
    };
    return createOnce(
      deps,
      { table: "posts", userId, sendKey },
      { read: (id) => requirePost(deps, id, userId), create: insertPost },
    );
  });
}

/** Members change their own (BEYOND 2). @throws AppError 'not-found'; 'forbidden'; 'conflict' for a claim */
export function updatePost(deps: Deps, actor: Actor, id: number, { content }: PostPatch): Post {
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    const post = requirePost(deps, id, author.id);
    if (!post.mine) throw new AppError("forbidden", "You can only edit your own posts.");
    if (post.needId !== null)
      throw new AppError("conflict", "This is something you claimed. Change the number under “Still needed”.");
    if (trimText(content) !== post.content) stores.posts.update(id, trimText(content), clock.now().toISOString());
    return requirePost(deps, id, author.id);
  });
}

/** Members delete their own, admins any. A claim is deleted with its post. @throws AppError 'not-found'; 'forbidden' */
export function deletePost(deps: Deps, actor: Actor, id: number): void {
  writeAs(deps, actor, (author) => {
    const post = requirePost(deps, id, author.id);
    if (!post.mine && !author.isAdmin) throw new AppError("forbidden", "You can only delete your own posts.");
    if (post.mine && post.needId !== null) requireLatestChange(deps, actor, `claim ${post.needId}`);
    deps.stores.posts.delete(id);
    if (!post.mine) recordAuditEvent(deps, author, "post-removed", post.user.displayName, post.user.id);
  });
}

export function getBoard(deps: Deps): Board {
  const reset = findReset(deps);
  const undoUntil = reset && addMinutes(new Date(reset.resetAt), RESET_UNDO_MINUTES).toISOString();
  return {
    posts: deps.stores.posts.count(findBoardMeetingId(deps)),
    undo: reset && undoUntil ? { posts: reset.posts, until: undoUntil } : null,
  };
}

/** Clears the board (SPEC 2). It can be undone for RESET_UNDO_MINUTES. */
export function resetBoard(deps: Deps, actor: Actor): void {
  const { stores, clock } = deps;
  writeAs(deps, actor, (author) => {
    const isExpired = findUpcomingMeeting(deps) === null;
    const deletedCount = stores.boardResets.reset(findBoardMeetingId(deps), isExpired, clock.now().toISOString());
    recordAuditEvent(deps, author, "board-reset", String(deletedCount));
  });
}

/** Undoes the last reset. @throws AppError 'conflict' */
export function restoreBoard(deps: Deps, actor: Actor): Board {
  writeAs(deps, actor, (author) => {
    const reset = findReset(deps);
    if (!reset)
      throw new AppError("conflict", `Nothing to undo: a reset can be undone for ${RESET_UNDO_MINUTES} minutes.`);
    const restoredCount = deps.stores.boardResets.restore(reset.id);
    recordAuditEvent(deps, author, "board-restored", String(restoredCount));
  });
  return getBoard(deps);
}

export function deleteExpiredBoardResets(deps: Deps): void {
  deps.stores.boardResets.deleteExpired(undoCutoff(deps));
}

function findReset(deps: Deps) {
  return deps.stores.boardResets.find(undoCutoff(deps));
}

function undoCutoff(deps: Deps): string {
  return addMinutes(deps.clock.now(), -RESET_UNDO_MINUTES).toISOString();
}

function findBoardMeetingId(deps: Deps): number {
  return findCurrentMeeting(deps)?.id ?? 0;
}

function requirePost({ stores }: Deps, id: number, viewerId: number): Post {
  return requireFound(stores.posts.find(id, viewerId), "There is no such post. It may have been deleted.");
}

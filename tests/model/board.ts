import * as fc from "fast-check";

import { claimedQuantity, writePost } from "./claims.ts";
import { action, type Call, frequent, type ModelResource, rare } from "./random-request.ts";
import { currentMeeting, drop, isOver, type Person, pick, type Post, type Reset, type State } from "./state.ts";

const UNDO_MS = 10 * 60_000;

export const board: ModelResource = {
  actions: [
    frequent(
      action("post", "member", fc.constantFrom("Rioja", "Olives", "A ripe Brie"), (state, user, content) => {
        const current = currentMeeting(state);
        const meeting = current && !isOver(state, current) ? current : null;
        return {
          request: "POST /api/posts",
          body: { content },
          status: 201,
          done: ({ body: { id } }) => void (writePost(state, { by: user, content, meeting, claim: null }).id = id),
        };
      }),
    ),
    action(
      "edit a post",
      "member",
      fc.record({ which: fc.nat(), content: fc.constantFrom("Two Riojas", "Bread") }),
      (state, user, { which, content }) => {
        const post = pick(withId(state), which);
        if (!post) return null;
        const status = post.claim ? 409 : 200;
        return {
          request: `PATCH /api/posts/${post.id}`,
          body: { content },
          status: post.by === user ? status : 403,
          done: () => {
            post.isEdited ||= post.content !== content;
            post.content = content;
          },
        };
      },
    ),
    rare(
      action("delete a post", "member", fc.nat(), (state, user, index) => {
        const deletedId = state.deleted.posts.at(-1);
        if (index % 9 === 0 && deletedId) return { request: `DELETE /api/posts/${deletedId}`, status: 404 };
        const post = pick(withId(state), index);
        if (!post) return null;
        return {
          request: `DELETE /api/posts/${post.id}`,
          status: post.by === user || user.isAdmin ? 204 : 403,
          done: () => {
            drop(state.posts, (one) => one === post);
            if (post.id) state.deleted.posts.push(post.id);
          },
        };
      }),
    ),
    rare(action("reset the board", "admin", fc.constant(null), reset)),
    action("undo a reset", "admin", fc.constant(null), (state) => {
      const lastReset = findLastReset(state);
      return {
        request: "POST /api/posts/restore",
        status: lastReset ? 200 : 409,
        done: () => {
          drop(state.resets, (one) => one === lastReset);
          for (const post of lastReset?.posts.toSorted((a, b) => a.order - b.order) ?? [])
            if (canRestore(state, post)) state.posts.push(post);
          for (const post of clearedBy(state, lastReset)) post.clearedBy = null;
        },
      };
    }),
  ],
  deleteMember: (state, person) => {
    for (const posts of [state.posts, ...state.resets.map((reset) => reset.posts)])
      drop(posts, ({ by }) => by === person);
  },
  reads: (state, viewer) => [
    {
      path: "/api/posts",
      answers: boardPosts(state)
        .toSorted((a, b) => b.order - a.order)
        .map((post) => shownPost(post, viewer)),
    },
    {
      path: "/api/posts/board",
      access: "admin",
      answers: { posts: boardPosts(state).length, undo: undoOf(state) },
    },
  ],
};

const withId = ({ posts }: State): Post[] => posts.filter(({ id }) => id !== null);

function reset(state: State): Call {
  return {
    request: "DELETE /api/posts",
    status: 204,
    done: () => {
      const reset: Reset = { at: state.now, posts: [] };
      for (const post of boardPosts(state)) {
        // posts of a past meeting remain on the shelf
        if (post.meeting && isOver(state, post.meeting)) post.clearedBy = reset;
        else reset.posts.push(post);
      }
      drop(state.posts, (post) => reset.posts.includes(post));
      state.resets.push(reset);
    },
  };
}

/** Posts for the current meeting and for no meeting. */
function boardPosts(state: State): Post[] {
  const current = currentMeeting(state);
  return state.posts.filter(({ meeting, clearedBy }) => !clearedBy && (meeting === null || meeting === current));
}

export function shownPost({ by, content, isEdited, meeting, claim }: Post, viewer: Person) {
  const what = claim && (claim.quantity === 1 ? claim.need.what : `${claim.quantity} × ${claim.need.what}`);
  return {
    content: what ?? content,
    user: { displayName: by.name },
    mine: by === viewer,
    meetingId: meeting?.id ?? null,
    needId: claim?.need.id ?? null,
    ...(!isEdited && { editedAt: null }),
  };
}

function findLastReset(state: State): Reset | undefined {
  return state.resets.findLast((reset) => countOf(state, reset) > 0 && reset.at > state.now - UNDO_MS);
}

const clearedBy = ({ posts }: State, reset: Reset | undefined): Post[] =>
  posts.filter((post) => reset && post.clearedBy === reset);

const countOf = (state: State, reset: Reset): number => reset.posts.length + clearedBy(state, reset).length;

function undoOf(state: State) {
  const lastReset = findLastReset(state);
  return lastReset ? { posts: countOf(state, lastReset), until: new Date(lastReset.at + UNDO_MS).toISOString() } : null;
}

/** A claim is restored only if enough of the need is unclaimed and its member is coming. */
function canRestore(state: State, { by, claim }: Post): boolean {
  if (!claim) return true;
  const { need, quantity } = claim;
  const hasOtherClaim = state.posts.some((post) => post.by === by && post.claim?.need === need);
  const saysNo = need.meeting.answers.some((one) => one.by === by && one.answer === "no");
  return !hasOtherClaim && !saysNo && quantity <= need.quantity - claimedQuantity(state, need);
}

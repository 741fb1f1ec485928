import type { Result } from "./random-request.ts";
import type { Need, Person, Post, State } from "./state.ts";

export const claimsOf = ({ posts }: State, need: Need): Post[] => posts.filter(({ claim }) => claim?.need === need);

export const claimOf = (state: State, need: Need, user: Person): Post | undefined =>
  claimsOf(state, need).find((post) => post.by === user);

export function claimedQuantity(state: State, need: Need): number {
  return claimsOf(state, need).reduce((sum, { claim }) => sum + (claim?.quantity ?? 0), 0);
}

export function writePost(state: State, post: Pick<Post, "by" | "content" | "meeting" | "claim">): Post {
  const newPost = { ...post, id: null, order: (state.written += 1), isEdited: false, clearedBy: null };
  state.posts.push(newPost);
  return newPost;
}

/** A claim's response lacks the id of its post; the board has it, if it shows that meeting. */
export async function learnId(post: Post, fetch: (path: string) => Promise<Result>): Promise<void> {
  const posts: { id: number; mine: boolean; needId: number | null }[] = JSON.parse((await fetch("/api/posts")).text);
  post.id = posts.find(({ mine, needId }) => mine && needId === post.claim?.need.id)?.id ?? null;
}

import type { NewReview, OwnReview } from "#contract/shelf.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { requireShelved } from "./shelf.ts";

/** BEYOND 4. @throws AppError 'not-found' unless it's on the shelf; 'invalid' when it's empty */
export function saveReview(deps: Deps, bookId: number, sent: NewReview, by: Actor): OwnReview {
  const review = { stars: sent.stars ?? null, text: sent.text?.trim() ?? "", finished: sent.finished ?? null };
  return writeAs(deps, by, ({ id: userId }) => {
    requireShelved(deps, bookId);
    if (review.stars === null && !/[^\s\p{Cf}\p{Cc}]/u.test(review.text) && review.finished === null)
      throw new AppError("invalid", "Give stars, write something, or say whether you finished it.");
    deps.stores.reviews.save(bookId, userId, review, deps.clock.now().toISOString());
    return review;
  });
}

/** Idempotent. @throws AppError 'not-found' for a book not on the shelf */
export function removeReview(deps: Deps, bookId: number, by: Actor): void {
  writeAs(deps, by, ({ id: userId }) => {
    requireShelved(deps, bookId);
    deps.stores.reviews.remove(bookId, userId);
  });
}

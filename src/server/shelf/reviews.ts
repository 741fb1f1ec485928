import type { NewReview, OwnReview } from "#contract/shelf.ts";
import { trimText } from "#contract/text-length.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** BEYOND 4. @throws AppError 'not-found'; 'invalid' when it's empty */
export function saveReview(deps: Deps, actor: Actor, bookId: number, sent: NewReview): OwnReview {
  const review = { stars: sent.stars ?? null, text: trimText(sent.text) ?? "", finished: sent.finished ?? null };
  return writeAs(deps, actor, (author) => {
    requireBook(deps, author, bookId);
    if (review.stars === null && !/[^\s\p{Cf}\p{Cc}]/u.test(review.text) && review.finished === null)
      throw new AppError("invalid", "Give stars, write something, or say whether you finished it.");
    deps.stores.reviews.save(bookId, author.id, review, deps.clock.now().toISOString());
    return review;
  });
}

/** Idempotent. @throws AppError 'not-found' */
export function removeReview(deps: Deps, actor: Actor, bookId: number): void {
  writeAs(deps, actor, (author) => {
    requireBook(deps, author, bookId);
    deps.stores.reviews.remove(bookId, author.id);
  });
}

import { pluralize } from "#contract/counts.ts";
import type { ShelfPage } from "#contract/shelf.ts";
import { useClub } from "#web/api/club.ts";
import { formatPostDate } from "#web/lib/format/dates.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { Avatar } from "#web/ui/images/avatar.tsx";
import { Prose } from "#web/ui/text/prose.tsx";

import { Stars } from "./stars.tsx";

const FINISHED_LABELS = { yes: "Finished it", partly: "Read part of it", no: "Didn't finish it" };

/** While reviews are withheld, shows only their number and the reason. */
export function ReviewList({ book: { reviews, reviewCount } }: { book: ShelfPage }) {
  const { timeZone } = useClub();
  const withheldCount = reviewCount - reviews.length;
  const otherReviews = reviews.filter(({ mine }) => !mine);
  const nameOf = memberNames(otherReviews.map(({ author }) => author));
  return (
    <div className="mt-6">
      {withheldCount > 0 && (
        <p className="rounded-md bg-season-tint p-4">
          {pluralize(withheldCount, "review")} from others. You'll see {withheldCount === 1 ? "it" : "them"} once you've
          finished the book, or after the meeting.
        </p>
      )}
      {withheldCount === 0 && otherReviews.length === 0 && <p className="text-ink-soft">No reviews from others yet.</p>}
      <ul className="divide-y divide-line empty:hidden">
        {otherReviews.map(({ author, stars, text, finished, createdAt }) => (
          <li key={`${createdAt} ${author.id}`} className="flex gap-3.5 py-4">
            <Avatar name={author.displayName} photoURL={author.photoURL} />
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3">
                <bdi className="min-w-0 font-semibold wrap-anywhere">{nameOf(author)}</bdi>
                {stars !== null && <Stars value={stars} />}
              </p>
              <p className="text-sm text-ink-soft">
                {[finished && FINISHED_LABELS[finished], formatPostDate(createdAt, timeZone)]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
              {text && <Prose text={text} className="mt-1.5" />}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

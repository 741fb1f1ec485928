import { addDays } from "date-fns";

import type { NewReview, OwnReview, ShelfBook, ShelfPage, ShelfYear } from "#contract/shelf.ts";
import { trimText } from "#contract/text-length.ts";
import { localTime } from "#contract/zoned-time.ts";
import type { DateRange, ShelfMeeting } from "#db/shelf.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { requireLatestChange } from "#server/access/latest-change.ts";
import { findCurrentBook } from "#server/books/current-book.ts";
import {
  ANY_MEMBER,
  BOOK_NOT_FOUND,
  isVisible,
  lastVisibleMonth,
  type MemberViewer,
  requireBook,
} from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, requireFound } from "#server/errors.ts";
import { findLastMeeting } from "#server/meetings/current-meeting.ts";
import { isMeetingOver } from "#server/meetings/meeting-times.ts";
import { getMeeting } from "#server/meetings/serialize-meeting.ts";

import { listWines } from "./wines.ts";

const WINES_SHOWN = 3;
const EMPTY_REVIEW: OwnReview = { stars: null, text: "", finished: null };
const REVIEW_FIELDS = ["stars", "text", "finished"] as const;

/** Books up to the current one by year, newest first. @param year four digits, limits to one */
export function getShelf(deps: Deps, viewer: MemberViewer, year?: string): ShelfYear[] {
  const lastShown = lastVisibleMonth(deps);
  const to = year && `${year}-12` < lastShown ? `${year}-12` : lastShown;
  const years = new Map<number, ShelfBook[]>();
  for (const book of listShelfBooks(deps, viewer, { from: year ? `${year}-01` : "0000-01", to })) {
    if (!isVisible(deps, ANY_MEMBER, book)) continue;
    const bookYear = Number(book.month.slice(0, 4));
    years.set(bookYear, [...(years.get(bookYear) ?? []), book]);
  }
  return [...years].map(([year, books]) => ({ year, books }));
}

export function getShelfPage(deps: Deps, viewer: MemberViewer, id: number): ShelfPage {
  const { synopsis, isbn, month } = requireBook(deps, viewer, id);
  const shelfBooks = listShelfBooks(deps, viewer, { from: month, to: month });
  const book = requireFound(shelfBooks.find((one) => one.id === id) ?? null, BOOK_NOT_FOUND);
  const pastMeetings = listPastMeetings(deps, { from: month, to: month }).filter(({ bookId }) => bookId === id);
  const meetingId = pastMeetings.at(-1)?.id ?? findLastMeeting(deps, id)?.id;
  const reviews = deps.stores.reviews.list(id, viewer.id);
  const isOpen = areReviewsOpen(deps, id, book.mine?.finished === "yes");
  return {
    ...book,
    synopsis,
    isbn,
    meeting: meetingId === undefined ? null : getMeeting(deps, viewer, meetingId),
    brought: pastMeetings.flatMap((meeting) => deps.stores.shelf.listBrought(meeting.id)),
    wines: listWines(deps, viewer, { bookId: id }),
    reviews: isOpen ? reviews : reviews.filter(({ mine }) => mine),
    reviewCount: reviews.length,
  };
}

/** Of the current book, only those who finished it see others' reviews until its last meeting is over (BEYOND 4). */
export function areReviewsOpen(deps: Deps, bookId: number, hasFinished: boolean): boolean {
  if (hasFinished || findCurrentBook(deps)?.id !== bookId) return true;
  const meeting = findLastMeeting(deps, bookId);
  return meeting !== null && isMeetingOver(deps, meeting);
}

function listShelfBooks(deps: Deps, viewer: MemberViewer, range: DateRange): ShelfBook[] {
  const lastMeetings = new Map(listPastMeetings(deps, range).map((meeting) => [meeting.bookId, meeting]));
  const winesByBook = Map.groupBy(deps.stores.shelf.listWines(range), ({ bookId }) => bookId);
  return deps.stores.shelf.list(range, viewer.id).map((row) => {
    const lastMeeting = lastMeetings.get(row.id);
    const wines =
      winesByBook
        .get(row.id)
        ?.slice(0, WINES_SHOWN)
        .map(({ name }) => name) ?? [];
    return {
      ...row,
      ...(!areReviewsOpen(deps, row.id, row.mine?.finished === "yes") && { rating: null, spread: null }),
      metOn: lastMeeting?.date ?? null,
      evening: lastMeeting ? { place: lastMeeting.place, came: lastMeeting.came, wines } : null,
    };
  });
}

function listPastMeetings(deps: Deps, range: DateRange): ShelfMeeting[] {
  // time zones are slow, and of years of meetings only the last few need one
  const pastCutoff = localTime(addDays(deps.clock.now(), -2), "UTC").slice(0, 10);
  return deps.stores.shelf
    .listMeetings(range)
    .filter((meeting) => meeting.date < pastCutoff || isMeetingOver(deps, meeting));
}

/** @throws AppError 'not-found'; 'invalid' when it's empty */
export function saveReview(deps: Deps, actor: Actor, bookId: number, input: NewReview): OwnReview {
  const review = { stars: input.stars ?? null, text: trimText(input.text) ?? "", finished: input.finished ?? null };
  return writeAs(deps, actor, (author) => {
    requireBook(deps, author, bookId);
    if (review.stars === null && !/[^\s\p{Cf}\p{Cc}]/u.test(review.text) && review.finished === null)
      throw new AppError("invalid", "Give stars, write something, or say whether you finished it.");
    const before = deps.stores.reviews.find(bookId, author.id) ?? EMPTY_REVIEW;
    for (const field of REVIEW_FIELDS)
      if (review[field] !== before[field]) requireLatestChange(deps, actor, `${field} ${bookId}`);
    deps.stores.reviews.save(bookId, author.id, review, deps.clock.now().toISOString());
    return review;
  });
}

export function deleteReview(deps: Deps, actor: Actor, bookId: number): void {
  writeAs(deps, actor, (author) => {
    requireBook(deps, author, bookId);
    for (const field of REVIEW_FIELDS) requireLatestChange(deps, actor, `${field} ${bookId}`);
    deps.stores.reviews.delete(bookId, author.id);
  });
}

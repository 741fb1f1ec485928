import * as fc from "fast-check";

import { shownPost } from "./board.ts";
import { action, callAbout, frequent, type ModelResource, rare } from "./random-request.ts";
import {
  type Book,
  bookOf,
  byMonth,
  currentBook,
  drop,
  earliestFirst,
  isBookOver,
  isOver,
  isShelved,
  type Person,
  pick,
  type Review,
  seesBook,
  type State,
} from "./state.ts";

const opinion = fc.record({
  stars: fc.option(fc.integer({ min: 1, max: 5 })),
  text: fc.constantFrom("", "Loved it"),
  finished: fc.constantFrom(null, "yes", "partly", "no"),
});

/** The shelf, and reviews withheld from members still reading (BEYOND 4). */
export const shelf: ModelResource = {
  actions: [
    frequent(
      action("review", "member", fc.record({ which: fc.nat(), opinion }), (state, user, { which, opinion: wish }) => {
        const book = pick(state.books, which);
        if (!book) return null;
        const isEmpty = wish.stars === null && wish.text === "" && wish.finished === null;
        const validStatus = isEmpty ? 422 : 200;
        return {
          request: `PUT /api/books/${book.id}/review`,
          body: wish,
          status: seesBook(state, user, book) ? validStatus : 404,
          done: () => {
            const existingReview = ownReview(state, book, user);
            if (existingReview) Object.assign(existingReview, wish);
            else state.reviews.push({ book, by: user, ...wish });
          },
        };
      }),
    ),
    rare(
      action("take a review back", "member", fc.nat(), (state, user, index) =>
        callAbout(pick(state.books, index), (book) => ({
          request: `DELETE /api/books/${book.id}/review`,
          status: seesBook(state, user, book) ? 204 : 404,
          done: () => drop(state.reviews, (review) => review === ownReview(state, book, user)),
        })),
      ),
    ),
  ],
  deleteMember: (state, person) => {
    for (const review of state.reviews) if (review.by === person) review.by = null;
  },
  reads: (state, viewer) => {
    const shelvedBooks = state.books.filter((book) => isShelved(state, book)).toSorted(byMonth);
    const years = [...Map.groupBy(shelvedBooks, ({ month }) => Number(month.slice(0, 4)))];
    const [book] = shelvedBooks;
    return [
      {
        path: "/api/shelf",
        answers: years.map(([year, books]) => ({ year, books: books.map((one) => summary(state, one, viewer)) })),
      },
      ...(book ? [{ path: `/api/shelf/${book.id}`, answers: page(state, book, viewer) }] : []),
    ];
  },
};

const ownReview = ({ reviews }: State, book: Book, user: Person): Review | undefined =>
  reviews.find((review) => review.book === book && review.by === user);

/** Once the viewer has finished the book, or its meeting or month is over. */
function isOpenFor(state: State, book: Book, viewer: Person): boolean {
  const hasFinished = ownReview(state, book, viewer)?.finished === "yes";
  return hasFinished || currentBook(state) !== book || isBookOver(state, book);
}

const reviewFields = ({ stars, text, finished }: Review) => ({ stars, text, finished });

function summary(state: State, book: Book, viewer: Person) {
  const ownReviewFields = ownReview(state, book, viewer);
  const stars = state.reviews.flatMap((review) => (review.book === book && review.stars ? [review.stars] : []));
  const sum = stars.reduce((total, one) => total + one, 0);
  const rating = stars.length > 0 ? { average: sum / stars.length, count: stars.length } : null;
  const lastMeeting = meetingsOf(state, book).at(-1);
  const answers = lastMeeting?.answers
    .filter(({ answer }) => answer === "yes")
    .reduce((total, { guests }) => total + 1 + guests, 0);
  return {
    id: book.id,
    title: book.title,
    month: book.month,
    rating: isOpenFor(state, book, viewer) ? rating : null,
    metOn: lastMeeting?.date ?? null,
    evening: lastMeeting ? { place: lastMeeting.location, came: answers } : null,
    mine: ownReviewFields ? reviewFields(ownReviewFields) : null,
  };
}

const meetingsOf = (state: State, book: Book) =>
  state.meetings
    .filter((meeting) => !meeting.isCancelled && isOver(state, meeting) && bookOf(state, meeting) === book)
    .toSorted(earliestFirst);

function page(state: State, book: Book, viewer: Person) {
  const bookReviews = state.reviews.filter((review) => review.book === book).toReversed();
  const visibleReviews = isOpenFor(state, book, viewer) ? bookReviews : bookReviews.filter(({ by }) => by === viewer);
  return {
    ...summary(state, book, viewer),
    brought: meetingsOf(state, book).flatMap((meeting) =>
      state.posts
        .filter((post) => post.meeting === meeting)
        .toSorted((a, b) => a.order - b.order)
        .map((post) => ({ content: shownPost(post, viewer).content })),
    ),
    reviews: visibleReviews.map((review) => ({
      ...reviewFields(review),
      author: { displayName: review.by?.name ?? "A former member" },
      mine: review.by === viewer,
    })),
    reviewCount: bookReviews.length,
  };
}

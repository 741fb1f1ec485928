import { BookOpen, CalendarDays, Check, Headphones, Library, Wine as WineGlass } from "lucide-react";
import { useState } from "react";

import { addressOf } from "#contract/address-of.ts";
import { pluralize } from "#contract/counts.ts";
import type { Copies, CopyKind, ShelfPage } from "#contract/shelf.ts";
import { localTime } from "#contract/zoned-time.ts";
import { call } from "#web/api/call.ts";
import { isNotFound, serverMessage } from "#web/api/client.ts";
import { useClub } from "#web/api/club.ts";
import { query } from "#web/api/query.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useGet } from "#web/api/use-get.ts";
import { ignoreDoubleClick } from "#web/lib/browser/listeners.ts";
import { formatMeetingDate, formatMonth } from "#web/lib/format/dates.ts";
import { planLineText } from "#web/lib/format/format-plan.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { useFocusHashTarget } from "#web/lib/hooks/use-focus-hash-target.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Skeleton, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button, buttonClass } from "#web/ui/forms/button.tsx";
import { BookCover, CoverTable } from "#web/ui/images/book-cover.tsx";
import { PeopleList } from "#web/ui/images/people.tsx";
import { Badge } from "#web/ui/layout/badge.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Link } from "#web/ui/layout/link.tsx";
import { BackLink } from "#web/ui/layout/page-heading.tsx";
import { LibraryLinks } from "#web/ui/text/library-links.tsx";
import { Prose } from "#web/ui/text/prose.tsx";

import { ReviewForm } from "./review-form.tsx";
import { ReviewList } from "./review-list.tsx";
import { Stars } from "./stars.tsx";

export function BookPage({ bookId }: { bookId: string }) {
  const result = useGet("GET /api/shelf/:id", { params: { id: Number(bookId) } });
  useDocumentTitle(result.data?.title ?? "Shelf");
  return (
    <>
      <BackLink to="/shelf">Shelf</BackLink>
      {!result.data && isNotFound(result.error) ? (
        <EmptyState mouse="lost">
          {serverMessage(result.error) ?? "There is no such book. It may have been deleted."}
        </EmptyState>
      ) : (
        <QueryContent query={result} name="the book" skeleton={<Skeleton shape="picture" className="h-120" />}>
          {(book) => <ShelvedBook key={book.id} book={book} />}
        </QueryContent>
      )}
    </>
  );
}

function ShelvedBook({ book }: { book: ShelfPage }) {
  useFocusHashTarget();
  const { title, author, month, rating, synopsis, hasEbook, hasAudiobook } = book;
  const { data: currentBook } = useGet("GET /api/books/current");
  const isAhead = currentBook?.id === book.id && book.metOn === null;
  return (
    <div className="space-y-6">
      <Card className="p-0!">
        <article className="flex flex-col sm:flex-row">
          <CoverTable>
            <BookCover {...book} className="w-40 sm:w-44 lg:w-60" />
          </CoverTable>
          <div className="min-w-0 flex-1 p-5 sm:p-7 lg:p-10">
            <Badge>{formatMonth(month)}</Badge>
            <h1 className="mt-3 text-3xl wrap-anywhere">{title}</h1>
            <p className="mt-1.5 text-lg text-ink-soft">by {author}</p>
            {rating && (
              <p className="mt-3 flex flex-wrap items-center gap-2">
                <Stars value={rating.average} className="h-5" />
                <span className="text-sm text-ink-soft">
                  {rating.average.toFixed(1)} from {pluralize(rating.count, "member")}
                </span>
              </p>
            )}
            {synopsis && <Prose text={synopsis} className="mt-5" />}
            {!isAhead && <LibraryLinks isbn={book.isbn} title={title} />}
            <div className="mt-6 flex flex-wrap gap-3 empty:hidden print:hidden">
              {hasEbook && (
                <Link to={`/read/${book.id}`} className={buttonClass("primary")}>
                  <BookOpen className="size-5" />
                  Read
                </Link>
              )}
              {hasAudiobook && (
                <a
                  href={addressOf("GET /api/download/audiobook/:id", { params: { id: book.id } })}
                  download
                  className={buttonClass("quiet")}
                >
                  <Headphones className="size-5" />
                  Download audiobook
                </a>
              )}
            </div>
          </div>
        </article>
      </Card>
      {isAhead && (
        <div className="grid items-start gap-6 *:only:col-span-full lg:grid-cols-2">
          <PlanCard bookId={book.id} />
          <CopiesCard book={book} />
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card id="reviews" title="Reviews">
          <ReviewForm book={book} />
          <ReviewList book={book} />
        </Card>
        <MeetingRecapCard book={book} />
      </div>
    </div>
  );
}

/** One line a week until the book's meeting, the same for everyone (BEYOND 10). Empty without a future meeting. */
function PlanCard({ bookId }: { bookId: number }) {
  const { timeZone } = useClub();
  const [now] = useState(() => new Date());
  const { data: lines = [] } = useGet("GET /api/books/:id/plan", { params: { id: bookId } });
  if (lines.length === 0) return null;
  const today = localTime(now, timeZone).slice(0, 10);
  return (
    <Card title="What to read by when" icon={CalendarDays}>
      <ol className="space-y-1.5">
        {lines
          .filter(({ by }) => by >= today)
          .map((line) => (
            <li key={line.by} className="text-balance wrap-anywhere">
              {planLineText(line, { isListening: true })}
            </li>
          ))}
      </ol>
    </Card>
  );
}

const KIND_LABELS = { lend: "I can lend mine", borrow: "I'm looking for one" } as const;

/** Libraries, and members who lend or look for a copy of this month's book, until its meeting (BEYOND 10). */
function CopiesCard({ book }: { book: ShelfPage }) {
  const result = useGet("GET /api/books/:id/copies", { params: { id: book.id } });
  return (
    <Card id="copies" title="Get a copy" icon={Library}>
      <LibraryLinks isbn={book.isbn} title={book.title} />
      <QueryContent query={result} name="who has a copy" skeleton={<SkeletonLines lines={2} />}>
        {(copies) => <CopyLists bookId={book.id} copies={copies} />}
      </QueryContent>
    </Card>
  );
}

function CopyLists({ bookId, copies }: { bookId: number; copies: Copies }) {
  const toggleCopy = useMutationWithToast({
    mutationFn: (kind: CopyKind) =>
      copies.mine === kind
        ? call("DELETE /api/books/:id/copy", { params: { id: bookId } })
        : call("PUT /api/books/:id/copy", { params: { id: bookId }, body: { kind } }),
    failed: "That wasn't saved. Please try again.",
    updatesQuery: query("GET /api/books/:id/copies", { params: { id: bookId } }),
  });
  const nameOf = memberNames([...copies.lend, ...copies.borrow]);
  const withNames = (people: Copies["lend"]) => people.map((person) => ({ ...person, name: nameOf(person) }));
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {(["lend", "borrow"] as const).map((kind) => (
          <Button
            key={kind}
            variant="quiet"
            aria-pressed={copies.mine === kind}
            icon={copies.mine === kind ? Check : undefined}
            disabled={toggleCopy.isPending}
            onClick={ignoreDoubleClick(() => toggleCopy.mutate(kind))}
          >
            {KIND_LABELS[kind]}
          </Button>
        ))}
      </div>
      <PeopleList title="Can lend a copy" people={withNames(copies.lend)} />
      <PeopleList title="Looking for a copy" people={withNames(copies.borrow)} />
    </>
  );
}

function MeetingRecapCard({ book }: { book: ShelfPage }) {
  const { meeting, brought, wines, metOn } = book;
  const attendees = meeting?.people.filter(({ answer }) => answer === "yes") ?? [];
  const nameOf = memberNames([...attendees.map(({ user }) => user), ...brought.map(({ author }) => author)]);
  return (
    <Card title={metOn ? "The evening" : "What to drink with it"} icon={WineGlass}>
      {metOn && (
        <p>
          We met on {formatMeetingDate(metOn)}
          {meeting?.location && `, ${meeting.location}`}.
        </p>
      )}
      {metOn && (
        <PeopleList
          title="Who came"
          people={attendees.map(({ user, guests }) => ({
            ...user,
            name: `${nameOf(user)}${guests > 0 ? ` +${guests}` : ""}`,
          }))}
        />
      )}
      {brought.length > 0 && (
        <>
          <h3 className="mt-4 text-sm font-semibold">On the table</h3>
          <ul className="mt-1.5 list-disc pl-5 text-sm">
            {brought.map(({ content, author }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- an old board doesn't change
              <li key={index}>
                <bdi>{content}</bdi> <span className="text-ink-soft">({nameOf(author)})</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {wines.length > 0 && (
        <>
          {metOn && <h3 className="mt-4 text-sm font-semibold">In the glass</h3>}
          <ul className="mt-1.5 space-y-1.5 text-sm">
            {wines.map(({ id, name, note, likes }) => (
              <li key={id}>
                <span className="font-semibold">{name}</span>
                {note && `: ${note}`} {likes > 0 && <span className="text-ink-soft">({pluralize(likes, "like")})</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {!metOn && wines.length === 0 && <p className="text-ink-soft">Nobody has suggested a wine yet.</p>}
      <Link to={`/wines?book=${book.id}`} className={buttonClass("plain", "mt-3")}>
        Suggest a wine
      </Link>
    </Card>
  );
}

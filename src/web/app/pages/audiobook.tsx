import { useAtomValue } from "jotai";
import { BookOpenText, MessageCircle, MessageSquarePlus } from "lucide-react";
import { useEffect, useState } from "react";

import type { Book } from "#contract/books.ts";
import { fractionAt } from "#contract/timeline.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useGet } from "#web/api/use-get.ts";
import { AudiobookDetails, DownloadButton, IphoneGuide, RecordingFacts } from "#web/books/audiobook-details.tsx";
import { PlayerCard } from "#web/listening/player-card.tsx";
import { clockText } from "#web/listening/player/format-time.ts";
import type { Player } from "#web/listening/player/player.ts";
import { playerAtom, usePlayer, usePlayerState } from "#web/listening/player/use-player.ts";
import { ImHereInAudio } from "#web/reading/anchor-prompt.tsx";
import { PaperPlace } from "#web/reading/paper/paper-place.tsx";
import { userAtom } from "#web/state/session.ts";
import type { NotePlace } from "#web/talk/note-draft.ts";
import { NoteSheet } from "#web/talk/note-sheet.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { Button, buttonClass } from "#web/ui/forms/button.tsx";
import { Link } from "#web/ui/layout/link.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  useDocumentTitle("Audiobook");
  const user = useAtomValue(userAtom);
  const result = useGet("GET /api/books/current", { enabled: user !== undefined });
  if (!user) return <p>Please sign in to access audiobook content.</p>;
  return (
    <QueryContent query={result} name="the audiobook" skeleton={<Spinner className="min-h-[50dvh]" />}>
      {(book) => (book ? <Audiobook book={book} /> : <NoBook />)}
    </QueryContent>
  );
}

const NoBook = () => (
  <>
    <PageHeading title="Audiobook">This month's book, read to you.</PageHeading>
    <EmptyState mouse="humming">No book has been chosen yet. Once it is, you can listen to it here.</EmptyState>
  </>
);

function Audiobook({ book }: { book: Book }) {
  return (
    <div className="mx-auto max-w-3xl space-y-7">
      {book.audiobookFilename ? (
        <>
          <AudiobookPlayer book={book} />
          <div className="flex flex-wrap gap-3 max-sm:gap-2 max-sm:[&_:is(a,button)]:px-3">
            <ReadFromHere book={book} />
            <Link to="/talk" className={buttonClass("quiet")}>
              <MessageCircle className="size-5" />
              Talk about it
            </Link>
            <NoteAtThisMoment book={book} />
          </div>
        </>
      ) : (
        <>
          <AudiobookDetails book={book} />
          <EmptyState mouse="humming">
            This book has no audiobook yet. Check back later, or read the eBook in the meantime.
          </EmptyState>
        </>
      )}
      <PaperPlace book={book} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <DownloadButton book={book} />
        {book.audiobookFilename && <RecordingFacts book={book} />}
      </div>
      <IphoneGuide />
    </div>
  );
}

/** Saves the position when its page closes; the mini player continues to play. */
function AudiobookPlayer({ book }: { book: Book }) {
  const player = usePlayer(book);
  useEffect(() => {
    if (!player) return undefined;
    player.preload();
    return () => player.saveNow();
  }, [player]);
  return <PlayerCard book={book} player={player} />;
}

function ReadFromHere({ book }: { book: Book }) {
  const player = useAtomValue(playerAtom);
  const { data } = useGet("GET /api/books/:id/timeline", {
    params: { id: book.id },
    enabled: book.ebookFilename !== null,
  });
  if (!player || player.book.id !== book.id || !data || data.timeline.length === 0) return null;
  return <ReadLink player={player} />;
}

function ReadLink({ player }: { player: Player }) {
  const { position } = usePlayerState(player);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Link to={`/read?at=${Math.floor(position)}`} className={buttonClass("quiet")}>
        <BookOpenText className="size-5" />
        Read from here
      </Link>
      <ImHereInAudio player={player} />
    </div>
  );
}

function NoteAtThisMoment({ book }: { book: Book }) {
  const player = useAtomValue(playerAtom);
  const [moment, setMoment] = useState<NotePlace | null>(null);
  const { data } = useGet("GET /api/books/:id/timeline", {
    params: { id: book.id },
    enabled: book.ebookFilename !== null,
  });
  const openForm = () => {
    const { position = 0, duration = 0 } = player?.state() ?? {};
    const timeline = data?.timeline ?? [];
    const playedFraction = duration > 0 ? position / duration : 0;
    const fraction = timeline.length > 0 ? fractionAt(timeline, position) : playedFraction;
    player?.save("tick");
    setMoment({ fraction, quote: "", time: clockText(position) });
  };
  return (
    <>
      <Button variant="quiet" icon={MessageSquarePlus} onClick={openForm}>
        Note at this moment
      </Button>
      {moment && (
        <NoteSheet
          bookId={book.id}
          hasText={book.ebookFilename !== null}
          moment={moment}
          onClose={() => setMoment(null)}
        />
      )}
    </>
  );
}

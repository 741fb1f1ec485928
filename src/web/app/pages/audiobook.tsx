import { useAtomValue } from "jotai";
import { MessageCircle } from "lucide-react";
import { useEffect } from "react";

import type { Book } from "#contract/books.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useGet } from "#web/api/use-get.ts";
import { AudiobookDetails, DownloadButton, IphoneGuide, RecordingFacts } from "#web/books/audiobook-details.tsx";
import { PlayerCard } from "#web/listening/player-card.tsx";
import { usePlayer } from "#web/listening/player/use-player.ts";
import { PaperProgress } from "#web/reading/paper/paper-progress.tsx";
import { ReadFromHere } from "#web/reading/read-from-here.tsx";
import { userAtom } from "#web/state/session.ts";
import { NoteAtThisMoment } from "#web/talk/note-at-this-moment.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";
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
            <ButtonLink to="/talk" icon={MessageCircle}>
              Talk about it
            </ButtonLink>
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
      <PaperProgress book={book} />
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

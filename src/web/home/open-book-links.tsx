import { useQuery } from "@tanstack/react-query";
import { useSetAtom } from "jotai";
import { BookOpenText, Headphones, MessageCircle, Play } from "lucide-react";
import type { ReactNode } from "react";

import type { Book } from "#contract/books.ts";
import { useClub } from "#web/api/club.ts";
import { audiobookProgressQuery } from "#web/api/progress.ts";
import { readingProgressQuery } from "#web/api/reading.ts";
import { useGet } from "#web/api/use-get.ts";
import { useHasNewNotes } from "#web/api/use-has-new-notes.ts";
import { FINISHED_FRACTION, usePace } from "#web/api/use-pace.ts";
import { formatMinutes } from "#web/lib/format/duration.ts";
import { findComingLines, formatPlanLine } from "#web/lib/format/format-plan.ts";
import { mediumToContinue } from "#web/lib/format/medium-to-continue.ts";
import { chapterName, currentChapter, isStarted } from "#web/listening/player/chapters.ts";
import { formatSecondsLeft } from "#web/listening/player/format-time.ts";
import { PaperProgress } from "#web/reading/paper/paper-progress.tsx";
import { playAtom } from "#web/state/listening.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Dot } from "#web/ui/layout/badge.tsx";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";

type Props = { book: Book; children: ReactNode };

/** Links to read, listen and talk, with their descriptions. The first one continues where the member stopped. */
export function OpenBookLinks({ book, children }: Props) {
  const hasText = book.ebookFilename !== null;
  const hasAudio = book.audiobookFilename !== null;
  const hasNewNotes = useHasNewNotes();
  const audioResult = useQuery(audiobookProgressQuery(book));
  const readingResult = useQuery({ ...readingProgressQuery(book.id), enabled: hasText });
  const listeningProgress =
    audioResult.data && isStarted(audioResult.data.currentTime, book.audiobookSeconds) ? audioResult.data : null;
  const readingProgress =
    readingResult.data && readingResult.data.fraction > 0 && readingResult.data.fraction < FINISHED_FRACTION
      ? readingResult.data
      : null;
  // Only the server has the time spent on each.
  const progressResult = useGet("GET /api/books/:id/place", { params: { id: book.id } });
  const isOnPaper = progressResult.data?.pagesLeft !== undefined;
  // An error of a position must not hide the book.
  const isLoading = [audioResult, readingResult, progressResult].some(
    (progress) => progress.isLoading && progress.failureCount === 0,
  );
  const isReadingNewer = (readingProgress?.updatedAt ?? "") > (listeningProgress?.updatedAt ?? "");
  const mediumToUse =
    progressResult.data && readingProgress && listeningProgress ? mediumToContinue(progressResult.data) : null;
  const isContinuedByReading = mediumToUse === null ? isReadingNewer : mediumToUse === "reading";
  const prefersReading = readingProgress !== null && (listeningProgress === null || isContinuedByReading);
  const mainMedium = prefersReading
    ? "text"
    : listeningProgress
      ? "audio"
      : isOnPaper
        ? "paper"
        : hasText
          ? "text"
          : "none";
  const paperProgress = (
    <PaperProgress key="paper" book={book} isAsking={!listeningProgress && !readingProgress}>
      {mainMedium === "paper" && hasText && <ReadLink percent={null} />}
    </PaperProgress>
  );
  // four don't fit a narrow phone's line
  const links = (
    <div
      key="links"
      className="flex flex-wrap gap-3 *:whitespace-nowrap max-sm:gap-2 *:max-sm:mx-0 *:max-sm:flex-auto *:max-sm:px-3 max-[26rem]:[&:has(>:nth-child(4))>*]:basis-[calc(50%-0.25rem)] max-sm:[&_svg]:hidden"
    >
      {hasText && mainMedium === "audio" && <ReadLink percent={null} />}
      {hasAudio && (
        <ButtonLink to="/audiobook" variant={mainMedium === "none" ? "primary" : "quiet"} icon={Headphones}>
          Listen
        </ButtonLink>
      )}
      <ButtonLink to="/talk" icon={MessageCircle}>
        Talk about it
        {hasNewNotes && <Dot label="new notes" />}
      </ButtonLink>
      {children}
    </div>
  );
  return (
    <div
      data-positions={isLoading ? "loading" : "known"}
      className="space-y-2 data-[positions=loading]:invisible sm:mt-5 sm:space-y-3 print:hidden"
    >
      {mainMedium === "audio" && listeningProgress && (
        <ContinueButton book={book} position={listeningProgress.currentTime} />
      )}
      {mainMedium === "text" && (
        <ReadLink isMain percent={readingProgress && Math.max(1, Math.round(readingProgress.fraction * 100))} />
      )}
      <div className="flex flex-wrap gap-x-4 text-sm text-ink-soft empty:hidden">
        {!isOnPaper && <PaceLine bookId={book.id} medium={mainMedium === "text" ? "reading" : "listening"} />}
        <PlanLine bookId={book.id} reached={progressResult.data?.reached ?? 0} isListening={mainMedium === "audio"} />
      </div>
      {/* keyed, because the paper copy's form moves up with the first page, and stays open */}
      {isOnPaper ? [paperProgress, links] : [links, paperProgress]}
    </div>
  );
}

/** How much is left until the meeting, in the medium of the first link. */
function PaceLine({ bookId, medium }: { bookId: number; medium: "reading" | "listening" }) {
  const { left, formatTimeLeft } = usePace(bookId);
  const amount = left[medium] ?? 0;
  const minutes = medium === "listening" ? amount / 60 : amount;
  const text = formatTimeLeft(minutes, `${formatMinutes(minutes)} left`);
  return text && <p>{text}</p>;
}

type PlanProps = { bookId: number; reached: number; isListening: boolean };

/** The week's reading in the reader's medium; empty once it's read. */
function PlanLine({ bookId, reached, isListening }: PlanProps) {
  const { timeZone } = useClub();
  const { data: lines = [] } = useGet("GET /api/books/:id/plan", { params: { id: bookId } });
  const [line] = findComingLines(lines, timeZone);
  if (!line || reached >= Math.min(line.fraction, FINISHED_FRACTION)) return null;
  return <p>{formatPlanLine(line, { isListening })}</p>;
}

/** `percent`: how far the member has read; null before the first page. */
function ReadLink({ isMain = false, percent }: { isMain?: boolean; percent: number | null }) {
  return (
    <ButtonLink
      to="/read"
      variant={isMain ? "primary" : "quiet"}
      icon={BookOpenText}
      className={isMain ? "w-full sm:w-auto" : ""}
    >
      {percent === null ? "Read now" : `Continue reading, ${percent}%`}
    </ButtonLink>
  );
}

/** 'Continue: Nine Endings, 4 min left'; `position` is in seconds. */
function ContinueButton({ book, position }: { book: Book; position: number }) {
  const play = useSetAtom(playAtom);
  const duration = book.audiobookSeconds ?? 0;
  const chapter = currentChapter(book.chapters, position, duration);
  const secondsLeft = (chapter?.end ?? duration) - position;
  const name = chapter ? `: ${chapterName(chapter)}` : "";
  const leftLabel = secondsLeft > 0 ? `, ${formatSecondsLeft(secondsLeft)}` : "";
  return (
    <Button variant="primary" onClick={play} className="w-full min-w-0 max-sm:px-3 sm:w-auto print:hidden">
      <Play fill="currentColor" className="size-5 shrink-0" />
      <span className="min-w-0 leading-tight text-balance wrap-anywhere max-sm:text-[0.9375rem]">{`Continue${name}${leftLabel}`}</span>
    </Button>
  );
}

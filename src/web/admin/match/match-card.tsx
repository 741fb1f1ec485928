import { useQuery } from "@tanstack/react-query";
import { AudioLines } from "lucide-react";
import { useState } from "react";

import type { Match } from "#contract/book-progress.ts";
import type { Book } from "#contract/books.ts";
import type { Contents } from "#contract/reading.ts";
import type { SentencesState } from "#contract/sentences.ts";
import { withReason } from "#web/api/failure-reason.ts";
import { matchQuery } from "#web/api/reading.ts";
import { useGet } from "#web/api/use-get.ts";
import { chapterName } from "#web/listening/player/chapters.ts";
import { ProgressBar } from "#web/ui/feedback/progress-bar.tsx";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Disclosure } from "#web/ui/layout/disclosure.tsx";

import { choicesForChapters, formatMatchQuality, listChoices, toMatchPairs } from "./match-choices.ts";

/** Matches audiobook chapters to eBook chapters, for switching between them (BEYOND 5). */
export function MatchCard({ book }: { book: Book }) {
  const isBoth = book.ebookFilename !== null && book.audiobookFilename !== null;
  const match = useQuery({ ...matchQuery(book.id), enabled: isBoth });
  const contents = useGet("GET /api/books/:id/contents", { params: { id: book.id }, enabled: isBoth });
  if (!isBoth) return null;
  const combinedQuery = {
    data: match.data && contents.data && { match: match.data, contents: contents.data },
    error: match.error ?? contents.error,
    refetch: () => Promise.all([match.refetch(), contents.refetch()]),
  };
  return (
    <Disclosure title="Matching chapters" icon={AudioLines}>
      <QueryContent query={combinedQuery} name="the chapters" lines={5}>
        {({ match, contents }) => (
          <div className="space-y-4">
            <AlignmentStatus {...match.sentences} />
            <MatchForm key={JSON.stringify(match.pairs)} book={book} match={match} contents={contents} />
          </div>
        )}
      </QueryContent>
    </Disclosure>
  );
}

function MatchForm({ book, match, contents }: { book: Book; match: Match; contents: Contents }) {
  const [choices, setChoices] = useState(() => choicesForChapters(match, book.chapters.length));
  const params = { id: book.id };
  const save = useCall("PUT /api/books/:id/match", {
    done: "The chapters have been saved.",
    failed: "The chapters weren't saved.",
  });
  const rematch = useCall("DELETE /api/books/:id/match", {
    done: "Chapters matched again. Read-along will be updated.",
    failed: "The chapters weren't matched.",
    explain: withReason,
  });
  const rematchButton = (
    <Button disabled={rematch.isPending} onClick={() => rematch.mutate({ params })}>
      Match again
    </Button>
  );
  const options = [
    ["", "Continues, or isn't in the text"] as const,
    ...listChoices(contents).map(({ value, title }) => [value, title] as const),
  ];
  if (book.chapters.length === 0)
    return (
      <div className="space-y-2">
        <p>This audiobook has no chapters, so switching between text and audio is approximate.</p>
        {rematchButton}
      </div>
    );
  return (
    <div className="space-y-4">
      <p>{formatMatchQuality(match)}</p>
      <ol className="space-y-2">
        {book.chapters.map(({ title }, chapter) => (
          <li key={`${chapter} ${title}`} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-2">
            <span className="min-w-0 wrap-anywhere">{chapterName({ title, index: chapter })}</span>
            <Select
              label={`${chapterName({ title, index: chapter })} in the eBook`}
              isLabelHidden
              value={choices[chapter] ?? ""}
              onText={(value) => setChoices((before) => before.with(chapter, value))}
              options={options}
            />
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={save.isPending}
          onClick={() => save.mutate({ params, body: { pairs: toMatchPairs(choices) } })}
        >
          Save chapters
        </Button>
        {rematchButton}
      </div>
    </div>
  );
}

/** The progress of the alignment of text and audio (BEYOND 11). */
function AlignmentStatus({ state, share, progress }: SentencesState) {
  if (state === "none") return null;
  if (state === "working") return <ProgressBar label="Syncing text and audio" value={progress} />;
  return <p>{formatAlignment(state, share)}</p>;
}

function formatAlignment(state: SentencesState["state"], share: number): string {
  if (state === "ready") return `Read-along works for ${Math.round(share * 100)}% of the book.`;
  if (state === "waiting") return "Text and audio will be synced soon.";
  return "Read-along isn't available: the audio doesn't match the text, or it's stored only in the bucket.";
}

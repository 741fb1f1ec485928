import { pluralize } from "#contract/counts.ts";
import { useGet } from "#web/api/use-get.ts";
import { Fold } from "#web/ui/layout/disclosure.tsx";
import { Link } from "#web/ui/layout/link.tsx";

/** The questions for the meeting that the member has read far enough to see (BEYOND 6). */
export function MeetingQuestions({ bookId }: { bookId: number }) {
  const { data } = useGet("GET /api/books/:id/notes", {
    params: { id: bookId },
    query: { kind: "question", replies: "false" },
  });
  const { data: book } = useGet("GET /api/books/current");
  const questions = data?.notes ?? [];
  if (questions.length === 0) return null;
  return (
    <Fold title={`${pluralize(questions.length, "question")} for the evening`}>
      <ol className="list-decimal space-y-2 pb-2 pl-6">
        {questions.map(({ id, text }) => (
          <li key={id}>
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          </li>
        ))}
      </ol>
      <Link
        // The meeting may be after its book's month.
        to={book?.id === bookId ? "/talk" : `/shelf/${bookId}`}
        className="inline-flex min-h-touch items-center text-wine underline underline-offset-4"
      >
        Talk about them, or print them
      </Link>
    </Fold>
  );
}

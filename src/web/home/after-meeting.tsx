import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Star, Vote, Wine } from "lucide-react";

import { pluralize } from "#contract/counts.ts";
import { query } from "#web/api/query.ts";
import { Link } from "#web/ui/layout/link.tsx";

const ICON = { className: "size-5 shrink-0 text-season" } as const;

/** Steps after a meeting: rate the book, name the wines, choose the next book. */
export function AfterMeeting({ bookId }: { bookId: number }) {
  const { data: book } = useQuery(query("GET /api/shelf/:id", { params: { id: bookId } }));
  const { data: poll } = useQuery(query("GET /api/polls/current"));
  if (!book) return null;
  const stars = book.mine?.stars ?? 0;
  const isOpen = poll?.state === "open";
  const hasVoted = isOpen && poll.mine.length > 0;
  const hasAddedWine = book.wines.some(({ mine }) => mine);
  const steps = [
    {
      to: `/shelf/${bookId}#reviews`,
      icon: <Star {...ICON} />,
      isDone: stars > 0,
      text: stars > 0 ? `You gave it ${pluralize(stars, "star")}` : `How many stars for ${book.title}?`,
    },
    {
      to: `/wines?book=${bookId}`,
      icon: <Wine {...ICON} />,
      isDone: hasAddedWine,
      text: hasAddedWine ? "You added a wine" : "What did we drink?",
    },
    {
      to: "/recommendations",
      icon: <Vote {...ICON} />,
      isDone: hasVoted,
      text: hasVoted ? "You voted for the next book" : isOpen ? "Vote for the next book" : "What should we read next?",
    },
  ];
  return (
    <section aria-label="After the meeting" className="border-t border-line pt-2 print:hidden">
      <ul>
        {steps.map(({ to, icon, isDone, text }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-touch items-center gap-3 py-1 underline-offset-4 hover:underline">
              {isDone ? <CircleCheck className="size-5 shrink-0 text-success" /> : icon}
              <span className={isDone ? "" : "font-semibold"}>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

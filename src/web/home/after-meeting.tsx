import { Star, Vote, Wine } from "lucide-react";

import { pluralize } from "#contract/counts.ts";
import { useGet } from "#web/api/use-get.ts";
import { StepList } from "#web/ui/layout/step-list.tsx";

const ICON_PROPS = { className: "size-5 shrink-0 text-season" } as const;
/** Unless there is a vote, which has its own card. */
const NEXT_BOOK = {
  to: "/recommendations",
  icon: <Vote {...ICON_PROPS} />,
  isDone: false,
  text: "What should we read next?",
};

/** Steps after a meeting: rate the book, name the wines, choose the next book. */
export function AfterMeeting({ bookId }: { bookId: number }) {
  const { data: book } = useGet("GET /api/shelf/:id", { params: { id: bookId } });
  const { data: poll } = useGet("GET /api/polls/current");
  if (!book) return null;
  const stars = book.mine?.stars ?? 0;
  const hasAddedWine = book.wines.some(({ mine }) => mine);
  const steps = [
    {
      to: `/shelf/${bookId}#reviews`,
      icon: <Star {...ICON_PROPS} />,
      isDone: stars > 0,
      text: stars > 0 ? `You gave it ${pluralize(stars, "star")}` : `How many stars for ${book.title}?`,
    },
    {
      to: `/wines?book=${bookId}`,
      icon: <Wine {...ICON_PROPS} />,
      isDone: hasAddedWine,
      text: hasAddedWine ? "You added a wine" : "What did we drink?",
    },
  ];
  return (
    <section aria-label="After the meeting" className="border-t border-line pt-3 print:hidden">
      <StepList steps={poll === null ? [...steps, NEXT_BOOK] : steps} />
    </section>
  );
}

import { BookOpen } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";

import type { Book } from "#contract/books.ts";
import { usePace } from "#web/api/use-pace.ts";
import { PendingNote } from "#web/offline/queue/pending-mutations.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";

import { PageSaved } from "./page-saved.tsx";
import { paperBookOf, usePaper } from "./use-paper.ts";

type Props = {
  book: Book;
  /** True to ask members who haven't reported a page. */
  isAsking?: boolean;
  /** Links beside the button, which then comes first. */
  children?: ReactNode;
};

const ROW_CLASS = "flex flex-wrap gap-3 max-sm:gap-2 *:max-sm:flex-auto max-sm:[&_svg]:hidden";

const PageForm = lazy(() => import("./page-form.tsx").then((module) => ({ default: module.PageForm })));

/** The page of a member's paper copy, and a form for a new page (BEYOND 10). */
export function PaperProgress({ book: fullBook, isAsking = true, children }: Props) {
  const book = paperBookOf(fullBook);
  const copy = usePaper(book.id);
  const { formatPagesLeft } = usePace(book.id);
  const [isOpen, setOpen] = useState(false);
  const { paper, isPending } = copy;
  const isOnPaper = paper?.page != null;
  if (paper === undefined || (!isOnPaper && !isAsking && !isOpen)) return null;
  return (
    <section aria-label="Your paper copy" className="print:hidden">
      <div className={children ? "space-y-3" : "flex items-center gap-x-4"}>
        {isOnPaper && (
          <p className="min-w-0 text-sm text-ink-soft">
            Page {paper.page} of {paper.pages}
            {!isPending && formatPagesLeft() && <>: {formatPagesLeft()}</>}
          </p>
        )}
        <div className={children ? ROW_CLASS : ""}>
          {!isOpen && (
            <Button variant={children ? "primary" : "plain"} onClick={() => setOpen(true)}>
              {!isOnPaper && <BookOpen className="size-5" />}
              {isOnPaper ? "Update" : "Reading on paper?"}
            </Button>
          )}
          {children}
        </div>
      </div>
      {isPending && <PendingNote />}
      {isOpen && (
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <PageForm book={book} copy={copy} onSaved={() => setOpen(false)} onCancel={() => setOpen(false)} />
        </Suspense>
      )}
      <PageSaved book={book} copy={copy} />
    </section>
  );
}

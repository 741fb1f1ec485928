import { List } from "lucide-react";

import type { Contents } from "#contract/reading.ts";
import { useGet } from "#web/api/use-get.ts";
import { chapterAtCodePoint, findPrintedPage } from "#web/reading/chapters.ts";
import type { Reader } from "#web/reading/reader.ts";
import type { Destination } from "#web/reading/view/destination.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

type Props = { reader: Reader; onGo: (target: Destination) => void };

const INDENTS = ["", "pl-7", "pl-11", "pl-15"];

export function ContentsPanel({ reader, onGo }: Props) {
  const { contents } = reader;
  const { position } = reader.state();
  const currentIndex = position && chapterAtCodePoint(contents, position.at, position.section)?.index;
  const parts = contents.sections.map(({ index }) => ({
    title: `Part ${index + 1}`,
    section: index,
    fragment: null,
    level: 0,
  }));
  const chapters = contents.toc.length > 0 ? contents.toc : parts;
  if (chapters.length === 0) return <EmptyState icon={List}>This book has no text.</EmptyState>;
  return (
    <>
      <PageForm reader={reader} onGo={onGo} />
      <ol>
        {chapters.map(({ title, section, fragment, level }, index) => (
          <li key={`${index} ${title}`} className={INDENTS[Math.min(level, INDENTS.length - 1)]}>
            <ChapterRow
              title={title}
              isCurrent={index === currentIndex}
              onClick={section === null ? undefined : () => onGo({ kind: "section", section, fragment })}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

function PageForm({ reader: { contents }, onGo }: Props) {
  // Contents that an earlier version cached offline have no pages.
  const pages = (contents as Partial<Contents>).pages ?? [];
  const [first, last] = [pages[0], pages.at(-1)];
  const form = useForm({
    base: { page: "" },
    onSubmit: ({ page }) => {
      const location = findPrintedPage(contents, page);
      if (location) onGo({ kind: "section", ...location });
      else form.showErrors({ page: `The printed book has pages ${first?.label} to ${last?.label}.` });
    },
  });
  if (!first || !last) return null;
  return (
    <form {...form.formProps} className="mb-3 flex items-end gap-2 border-b border-line px-3 pb-4">
      <Field label="Page of the printed book" className="min-w-0 flex-1" autoComplete="off" {...form.field("page")} />
      <Button type="submit" variant="quiet">
        Go
      </Button>
    </form>
  );
}

type RowProps = { title: string; isCurrent: boolean; onClick: (() => void) | undefined };

function ChapterRow({ title, isCurrent, onClick }: RowProps) {
  if (!onClick) return <span className="flex min-h-touch items-center px-3 text-ink-soft">{title}</span>;
  return (
    <button
      type="button"
      onClick={onClick}
      aria-current={isCurrent ? "location" : undefined}
      className="flex min-h-touch w-full items-center rounded-md px-3 py-2 text-left wrap-anywhere hover:bg-sunk aria-[current]:bg-season-tint aria-[current]:font-semibold aria-[current]:text-season"
    >
      {title}
    </button>
  );
}

const POSITIONS_MAX = 5;

export function EarlierPositions({ reader: { bookId, contents }, onGo }: Props) {
  const { data = [] } = useGet("GET /api/reading-progress/history", { query: { bookId } });
  if (data.length === 0) return null;
  return (
    <section className="mt-4 border-t border-line pt-4">
      <h3 className="mb-1 px-3 text-base font-semibold">Where you were before</h3>
      <ul>
        {data.slice(0, POSITIONS_MAX).map(({ id, fraction, locator, device }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onGo({ kind: "position", fraction, locator })}
              className="flex min-h-touch w-full items-center justify-between gap-3 rounded-md px-3 py-2 text-left hover:bg-sunk"
            >
              <span className="min-w-0 truncate">
                {chapterAtCodePoint(contents, fraction * contents.length + 0.5)?.title ?? contents.title}
              </span>
              <span className="shrink-0 text-sm text-ink-soft tabular-nums">
                {Math.floor(fraction * 100)}%{device && `, ${device}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

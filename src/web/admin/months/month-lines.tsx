import type { MissingPart, MonthPlan } from "#contract/months.ts";
import { StepList } from "#web/ui/layout/step-list.tsx";

/** Each part of a month, done or not, with a link to where it's done. */
export function MonthLines({ plan, parts }: { plan: MonthPlan; parts: readonly MissingPart[] }) {
  // Without a book, "Add a book" replaces the lines for its cover and files.
  const shownParts = plan.book ? parts : parts.filter((part) => !BOOK_PARTS.has(part));
  const steps = shownParts.map((part) => {
    const isDone = !plan.missing.includes(part);
    const { name, todo } = PART_TEXTS[part];
    return { to: linkOf(part, plan), isDone, text: isDone ? (part === "book" && plan.book?.title) || name : todo };
  });
  return <StepList steps={steps} onClick={showTabs} className="lg:columns-2" />;
}

const BOOK_PARTS: ReadonlySet<MissingPart> = new Set(["cover", "ebook", "audiobook"]);

/** The id of the dashboard's tabs, the target of most links. */
export const TABS_ID = "dashboard-tabs";
// They're below the list, so on a phone nothing would seem to happen.
export const showTabs = () => document.getElementById(TABS_ID)?.scrollIntoView();

const PART_TEXTS: Record<MissingPart, { name: string; todo: string }> = {
  book: { name: "Book", todo: "Add a book" },
  cover: { name: "Cover", todo: "Add a cover" },
  ebook: { name: "eBook", todo: "Upload the eBook" },
  audiobook: { name: "Audiobook", todo: "Upload the audiobook" },
  meeting: { name: "Meeting", todo: "Plan the meeting" },
  message: { name: "Message from the team", todo: "Write the message from the team" },
};

function linkOf(part: MissingPart, { month, book }: MonthPlan): string {
  if (part === "message") return `/admin/months/${month}`;
  // It's below a long message.
  if (part === "meeting") return `/admin/months/${month}#meeting`;
  if (!book) return "/admin?tab=book&book=new";
  return `/admin?tab=${part === "cover" ? "book" : part}&book=${book.id}`;
}

import { useState } from "react";

/** Blank lines separate paragraphs, line breaks stay. Never HTML. */
export function Prose({ text, className = "" }: { text: string; className?: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return (
    <div className={`max-w-measure space-y-4 ${className}`}>
      {paragraphs.map((paragraph, index) => (
        <p key={index} dir="auto" className="whitespace-pre-line">
          {paragraph.trim()}
        </p>
      ))}
    </div>
  );
}

/** A quotation from a book. Text that begins with a quotation mark gets no other. */
export function Quotation({ text, className = "" }: { text: string; className?: string }) {
  const hasQuotationMarks = /^\s*[\p{Pi}\p{Pf}"'„‚「『]/u.test(text);
  return <q className={`${hasQuotationMarks ? "[quotes:none]" : ""} ${className}`}>{text}</q>;
}

/** Characters that fit a line at any width. */
const LINE_CHARACTERS = 60;
const CLAMP_CLASSES = { 2: "line-clamp-2", 4: "line-clamp-3 sm:line-clamp-4" };

type Props = {
  text: string;
  lines: keyof typeof CLAMP_CLASSES;
  moreLabel: string;
  className?: string;
};

export function FoldedText({ text, lines, moreLabel, className = "" }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const isShort = text.length <= lines * LINE_CHARACTERS;
  return (
    <div tabIndex={-1} className={className}>
      <Prose text={text} className={isOpen || isShort ? "" : `${CLAMP_CLASSES[lines]} print:line-clamp-none`} />
      {!isOpen && !isShort && (
        <button
          type="button"
          className="min-h-touch font-semibold text-wine underline underline-offset-4 print:hidden"
          onClick={({ currentTarget }) => {
            setIsOpen(true);
            currentTarget.parentElement?.focus({ preventScroll: true });
          }}
        >
          {moreLabel}
        </button>
      )}
    </div>
  );
}

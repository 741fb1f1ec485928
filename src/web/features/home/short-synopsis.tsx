import { useState } from "react";

import { Prose } from "#web/ui/prose.tsx";

/** Longer ones, in characters, are folded. */
const SHORT = 240;

/** The first lines, and the rest on request, for members who know it. */
export function ShortSynopsis({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(text.length <= SHORT);
  return (
    <div className="mt-5">
      <Prose text={text} className={isOpen ? "" : "line-clamp-4 print:line-clamp-none"} />
      {!isOpen && (
        <button
          type="button"
          className="min-h-touch font-semibold text-wine underline underline-offset-4 print:hidden"
          onClick={() => setIsOpen(true)}
        >
          More about the book
        </button>
      )}
    </div>
  );
}

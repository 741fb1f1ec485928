import { Highlighter, MessageSquarePlus, Quote } from "lucide-react";

import { Button } from "#web/ui/forms/button.tsx";
import { Dialog } from "#web/ui/layout/dialog.tsx";

export function NoteCard({ text, onGo, onClose }: { text: string; onGo: () => void; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Note"
      actions={
        <>
          <Button onClick={onGo}>Go to the note</Button>
          <Button variant="season" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className="max-h-[50dvh] overflow-y-auto wrap-anywhere whitespace-pre-line" dir="auto">
        {text}
      </p>
    </Dialog>
  );
}

type SelectionProps = {
  onHighlight: () => void;
  onNote: () => void;
  onQuote: (() => void) | null;
};

const BAR_BUTTON_CLASS = "mx-0! gap-1.5! px-1.5 text-sm no-underline! sm:px-4 sm:text-base";

/** At the bottom, away from the menus of phones. */
export function SelectionBar({ onHighlight, onNote, onQuote }: SelectionProps) {
  return (
    <div
      role="toolbar"
      aria-label="Selected text"
      className="absolute inset-x-0 bottom-6 z-20 mx-auto flex w-fit max-w-[96vw] flex-wrap justify-center rounded-xl border border-line bg-sheet p-1 shadow-lifted"
    >
      <Button variant="plain" className={BAR_BUTTON_CLASS} icon={Highlighter} onClick={onHighlight}>
        Highlight
      </Button>
      <Button variant="plain" className={BAR_BUTTON_CLASS} icon={MessageSquarePlus} onClick={onNote}>
        Note
      </Button>
      {onQuote && (
        <Button variant="plain" className={BAR_BUTTON_CLASS} icon={Quote} onClick={onQuote}>
          Quote in the talk
        </Button>
      )}
    </div>
  );
}

import { Keyboard } from "lucide-react";
import { Fragment, useEffect, useState } from "react";

import { SHORTCUTS } from "#web/listening/player/shortcuts.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

/** A button, and the key ?, that show what the keys do. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest("input:not([type=range]), textarea");
      if (event.key === "?" && !isTyping) setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-label="Keyboard shortcuts"
        onClick={() => setOpen(true)}
        className="hidden size-11 shrink-0 self-center items-center justify-center rounded-full hover:bg-season-tint pointer-fine:inline-flex"
      >
        <Keyboard aria-hidden="true" className="size-5" />
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Keyboard shortcuts"
        actions={
          <Button look="quiet" onClick={() => setOpen(false)}>
            Close
          </Button>
        }
      >
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
          {SHORTCUTS.map(([key, meaning]) => (
            <Fragment key={key}>
              <dt>
                <kbd className="inline-flex min-w-10 justify-center rounded-sm border border-line-strong bg-sunk px-2 py-0.5 font-text text-sm font-semibold">
                  {key}
                </kbd>
              </dt>
              <dd>{meaning}</dd>
            </Fragment>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

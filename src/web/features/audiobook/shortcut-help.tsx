import { Dialog, DialogPanel, DialogTitle } from "@headlessui/react";
import { Keyboard } from "lucide-react";
import { useEffect, useState } from "react";

import { Button } from "#web/ui/button.tsx";

import { SHORTCUTS } from "./shortcuts.ts";

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
        className="hidden size-11 shrink-0 items-center justify-center rounded-full hover:bg-season-tint pointer-fine:inline-flex"
      >
        <Keyboard aria-hidden="true" className="size-5" />
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} className="relative z-40">
        <div className="fixed inset-0 flex items-center justify-center bg-ink/50 p-4">
          <DialogPanel className="max-h-full w-full max-w-sm overflow-y-auto rounded-lg bg-sheet p-6 shadow-lifted">
            <DialogTitle className="mb-4 text-xl">Keyboard shortcuts</DialogTitle>
            <dl className="space-y-2">
              {SHORTCUTS.map(([key, meaning]) => (
                <div key={key} className="flex items-center justify-between gap-4">
                  <dt>
                    <kbd className="inline-flex min-w-10 justify-center rounded-sm border border-line-strong bg-sunk px-2 py-0.5 text-sm font-semibold">
                      {key}
                    </kbd>
                  </dt>
                  <dd className="flex-1">{meaning}</dd>
                </div>
              ))}
            </dl>
            <Button look="quiet" className="mt-5 w-full" onClick={() => setOpen(false)}>
              Close
            </Button>
          </DialogPanel>
        </div>
      </Dialog>
    </>
  );
}

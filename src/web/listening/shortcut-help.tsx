import { Keyboard } from "lucide-react";
import { Fragment, useState } from "react";

import type { Player } from "#web/listening/player/player.ts";
import { SHORTCUTS, useShortcuts } from "#web/listening/player/shortcuts.ts";
import { IconButton } from "#web/ui/forms/icon-button.tsx";
import { Dialog } from "#web/ui/layout/dialog.tsx";

export function ShortcutHelp({ player }: { player: Player }) {
  const [isOpen, setOpen] = useState(false);
  useShortcuts(player, () => setOpen(true));
  return (
    <>
      <IconButton
        label="Keyboard shortcuts"
        icon={Keyboard}
        onClick={() => setOpen(true)}
        className="self-center pointer-coarse:hidden"
      />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts">
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

import type { ReactNode } from "react";

import { Button } from "#web/ui/forms/button.tsx";

type Props = { isDirty: boolean; onRevert: () => void; children: ReactNode };

export function SaveBar({ isDirty, onRevert, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-5">
      {children}
      {isDirty && (
        <>
          <Button variant="plain" className="-mx-1" onClick={onRevert}>
            Discard changes
          </Button>
          <p className="text-sm text-ink-soft">Not saved yet</p>
        </>
      )}
    </div>
  );
}

import type { ReactNode } from "react";

import { Notice } from "#web/ui/feedback/notice.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import type { useForm } from "#web/ui/forms/use-form.ts";

type Props = { isDirty: boolean; onRevert: () => void; children: ReactNode };

export function SaveBar({ isDirty, onRevert, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-5">
      {children}
      {isDirty && (
        <>
          <Button variant="plain" onClick={onRevert}>
            Discard changes
          </Button>
          <p className="text-sm text-ink-soft">Not saved yet</p>
        </>
      )}
    </div>
  );
}

type ConflictProps = {
  form: Pick<ReturnType<typeof useForm>, "theirs" | "acceptServerValues">;
  labels: Readonly<Record<string, string>>;
};

/** Shows another admin's changes to the fields edited here, so that none is overwritten unseen. */
export function ConflictNotice({ form: { theirs, acceptServerValues }, labels }: ConflictProps) {
  if (theirs.length === 0) return null;
  return (
    <Notice tone="error" title="Someone else changed this too">
      <p>Your text is still in the form. Save again to replace theirs.</p>
      <dl className="space-y-4 pt-2">
        {theirs.map(([name, text]) => (
          <div key={name} className="space-y-2">
            <dt id={`theirs-${name}`} className="text-sm font-semibold">
              {labels[name]}, as they saved it
            </dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">{text || "(empty)"}</dd>
            <dd>
              <Button aria-describedby={`theirs-${name}`} onClick={() => acceptServerValues(name)}>
                Use theirs
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}

import { CloudOff } from "lucide-react";

import { draftTextOf, mutationKeyOf, type OfflineMutation } from "#web/api/offline-mutations.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { usePendingMutations, usePendingText } from "./use-offline-queue.ts";

type Props = {
  label: string;
  removeLabel: string;
  isShown: (mutation: OfflineMutation) => boolean;
  onShown?: (list: HTMLElement | null) => void;
};

export function PendingMutations({ label, removeLabel, isShown, onShown }: Props) {
  const { mutations, remove } = usePendingMutations();
  const shownMutations = mutations.filter(isShown);
  if (shownMutations.length === 0) return null;
  return (
    <ul
      ref={onShown}
      tabIndex={onShown ? -1 : undefined}
      aria-label={label}
      className="mb-4 divide-y divide-line rounded-md bg-sunk px-4 print:hidden"
    >
      {shownMutations.map((mutation) => (
        <li key={mutationKeyOf(mutation)} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
          <div className="min-w-0">
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {draftTextOf(mutation)}
            </p>
            <PendingNote />
          </div>
          <Button aria-label={`${removeLabel}: ${draftTextOf(mutation)}`} onClick={() => void remove(mutation)}>
            {removeLabel}
          </Button>
        </li>
      ))}
    </ul>
  );
}

export function PendingNote() {
  return (
    <span className="flex gap-1.5 text-sm text-ink-soft">
      <CloudOff className="mt-0.5 size-4 shrink-0" />
      {usePendingText("Saved on this device. It'll be sent when you're back online.")}
    </span>
  );
}

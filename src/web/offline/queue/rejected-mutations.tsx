import { CircleAlert } from "lucide-react";

import { draftTextOf } from "#web/api/offline-mutations.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { usePendingMutations, useQueueProblem } from "./use-offline-queue.ts";

/** Mutations that were made offline and rejected stay until their author has seen the reason. */
export function RejectedMutations() {
  const { rejected, remove, enqueue } = usePendingMutations();
  // Closing the page would lose it.
  useUnsaved("waiting", "changes that aren't sent yet", useQueueProblem() === "not stored");
  if (rejected.length === 0) return null;
  return (
    <section aria-label="Not saved" className="mb-4 rounded-md bg-danger-tint px-4 print:hidden">
      <ul className="divide-y divide-line">
        {rejected.map(({ key, item, refused: reason }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="mr-auto min-w-0">
              <p className="flex gap-2 text-sm">
                <CircleAlert className="mt-0.5 size-4 shrink-0 text-danger" />
                Not saved: {reason}
              </p>
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {draftTextOf(item)}
              </p>
            </div>
            <Button onClick={() => void enqueue(item)}>Try again</Button>
            <Button onClick={() => void remove(item)}>Discard</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

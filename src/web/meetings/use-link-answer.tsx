import type { DataTag, QueryKey } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { fieldErrors } from "#web/api/client.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { LazyConfirmDialog } from "#web/ui/layout/lazy-confirm-dialog.tsx";

type Confirmable = { confirm?: boolean };
type Options<In, Out> = {
  mutationFn: (answer: In) => Promise<Out>;
  answers: { queryKey: DataTag<QueryKey, Out | null, Error> };
  inWords: (answer: In) => string;
  /** Whether to ask before anything is sent. */
  asksFirst?: (answer: In) => boolean;
  onDone?: () => void;
};

/**
 * Sends an answer by a mail's link. Mail scanners press buttons, so the server refuses what takes something away until a
 * second step confirms it (BEYOND 14). @returns `dialog` is that step
 */
export function useLinkAnswer<In extends Confirmable, Out>({
  mutationFn,
  answers,
  inWords,
  asksFirst,
  onDone,
}: Options<In, Out>) {
  const [asked, setAsked] = useState<{ answer: In; lost: string }>();
  const [isSure, setSure] = useState(false);
  const ask = (about: { answer: In; lost: string }) => {
    setSure(false);
    setAsked(about);
  };
  const { mutate, isPending } = useMutationWithToast<In, Out | null>({
    mutationFn: async (answer) => {
      try {
        return await mutationFn(answer);
      } catch (error) {
        const lost = fieldErrors(error)["confirm"];
        if (lost === undefined) throw error;
        ask({ answer, lost });
        return null;
      }
    },
    failed: "Your answer wasn't saved. Please try again.",
    updatesQuery: answers,
    onDone: (saved) => saved !== null && onDone?.(),
  });
  const send = (answer: In) => {
    if (asksFirst?.(answer)) ask({ answer, lost: "" });
    else mutate(answer);
  };
  const dialog: ReactNode = (
    <LazyConfirmDialog
      isOpen={asked !== undefined}
      title="Are you sure?"
      confirm="Save this answer"
      cancel="Keep it as it is"
      isBusy={!isSure}
      onConfirm={() => {
        if (asked) mutate({ ...asked.answer, confirm: true });
        setAsked(undefined);
      }}
      onClose={() => setAsked(undefined)}
    >
      {asked && `${asked.lost} Your answer would be ${inWords(asked.answer)}.`.trim()}
      {/* scanners press every button, also those that appear */}
      <label className="mt-3 flex min-h-touch items-center gap-3 font-semibold text-ink">
        <input
          type="checkbox"
          className="size-6 shrink-0"
          checked={isSure}
          onChange={({ target }) => setSure(target.checked)}
        />
        Yes, I'm sure
      </label>
    </LazyConfirmDialog>
  );
  return { send, isPending, dialog };
}

import type { DataTag, QueryKey } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { fieldErrors } from "#web/api/client.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { LazyConfirmDialog } from "#web/ui/layout/lazy-confirm-dialog.tsx";

type Confirmable = { confirm?: boolean };
type Options<In, Out> = {
  mutationFn: (answer: In) => Promise<Out>;
  answers: { queryKey: DataTag<QueryKey, Out | null, Error> };
  describe: (answer: In) => string;
  /** True to ask for a confirmation before anything is sent. */
  needsConfirmation?: (answer: In) => boolean;
  onDone?: () => void;
};

/**
 * Sends an answer through an email link. Mail scanners press buttons, so the server rejects an answer that takes
 * something away until it's confirmed (BEYOND 14).
 * @returns `dialog` asks for the confirmation
 */
export function useLinkAnswer<In extends Confirmable, Out>(options: Options<In, Out>) {
  const [pendingAnswer, setPendingAnswer] = useState<{ answer: In; loss: string }>();
  const [isConfirmed, setConfirmed] = useState(false);
  const askToConfirm = (describedAnswer: { answer: In; loss: string }) => {
    setConfirmed(false);
    setPendingAnswer(describedAnswer);
  };
  const { mutate, isPending } = useMutationWithToast<In, Out | null>({
    mutationFn: async (answer) => {
      try {
        return await options.mutationFn(answer);
      } catch (error) {
        const lossText = fieldErrors(error)["confirm"];
        if (lossText === undefined) throw error;
        askToConfirm({ answer, loss: lossText });
        return null;
      }
    },
    failed: "Your answer wasn't saved. Please try again.",
    updatesQuery: options.answers,
    onDone: (saved) => saved !== null && options.onDone?.(),
  });
  const send = (answer: In) => {
    if (options.needsConfirmation?.(answer)) askToConfirm({ answer, loss: "" });
    else mutate(answer);
  };
  const dialog: ReactNode = (
    <LazyConfirmDialog
      isOpen={pendingAnswer !== undefined}
      title="Are you sure?"
      confirm="Save this answer"
      cancel="Keep it as it is"
      isIncomplete={!isConfirmed}
      onConfirm={() => pendingAnswer && mutate({ ...pendingAnswer.answer, confirm: true })}
      onClose={() => setPendingAnswer(undefined)}
    >
      {pendingAnswer && `${pendingAnswer.loss} Your answer would be ${options.describe(pendingAnswer.answer)}.`.trim()}
      {/* Scanners press every button, including those that appear. */}
      <label className="mt-3 flex min-h-touch items-center gap-3 font-semibold text-ink">
        <input
          type="checkbox"
          className="size-6 shrink-0"
          checked={isConfirmed}
          onChange={({ target }) => setConfirmed(target.checked)}
        />
        Yes, I'm sure
      </label>
    </LazyConfirmDialog>
  );
  return { send, isPending, dialog };
}

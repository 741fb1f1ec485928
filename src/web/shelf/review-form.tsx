import { REVIEW_MAX_LENGTH } from "#contract/limits.ts";
import type { FinishedState, OwnReview, ShelfPage } from "#contract/shelf.ts";
import { trimText } from "#contract/text-length.ts";
import { PendingMutations } from "#web/offline/queue/pending-mutations.tsx";
import { usePendingMutation, useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

import { StarInput } from "./stars.tsx";

const CHOICES: Record<FinishedState, string> = { yes: "Yes", partly: "Partly", no: "No" };

const EMPTY_REVIEW: OwnReview = { stars: null, finished: null, text: "" };

export function ReviewForm({ book }: { book: ShelfPage }) {
  const save = useMutationWithToast({
    mutationFn: useSendOrQueue<"review">(),
    done: "Your review has been saved.",
    failed: "Your review wasn't saved. Please try again.",
  });
  const remove = useCall("DELETE /api/books/:id/review", {
    failed: "Your review wasn't deleted. Please try again.",
    onDone: () => form.revert(EMPTY_REVIEW),
  });
  const pending = usePendingMutation("review", ({ review }) => review.bookId === book.id);
  const form = useForm<OwnReview>({
    base: { ...EMPTY_REVIEW, ...book.mine, ...pending?.review },
    unsaved: ["review", "your review"],
    onSubmit: ({ text }, { changes }) => {
      // As the server stores it, or it would count as unsaved.
      form.set({ text: trimText(text) });
      const review = { ...changes, ...("text" in changes && { text: trimText(text) }) };
      save.mutate({ kind: "review", review: { ...pending?.review, ...review, bookId: book.id } });
    },
  });
  const { stars, finished, text } = form.values;
  const isEmpty = stars === null && finished === null && text.trim() === "";
  return (
    <form {...form.formProps} className="space-y-4">
      <PendingMutations
        label="Waiting review"
        removeLabel="Don't save"
        isShown={(mutation) => mutation.kind === "review" && mutation.review.bookId === book.id}
      />
      <StarInput value={stars} onChange={(value) => form.set({ stars: value })} />
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">Did you finish it?</legend>
        <div className="flex flex-wrap gap-2">
          {(Object.keys(CHOICES) as FinishedState[]).map((value) => (
            <label
              key={value}
              className="inline-flex min-h-touch cursor-pointer items-center gap-2 rounded-md border border-line-strong px-4 has-checked:border-season has-checked:bg-season-tint has-focus-visible:outline-2 has-focus-visible:outline-season"
            >
              <input
                type="radio"
                name={`finished-${book.id}`}
                className="accent-season-solid"
                checked={finished === value}
                onChange={() => form.set({ finished: value })}
              />
              {CHOICES[value]}
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label="A few words, if you like"
        rows={3}
        dir="auto"
        limit={REVIEW_MAX_LENGTH}
        {...form.field("text")}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isEmpty || save.isPending}>
          {save.isPending ? "Saving..." : "Save review"}
        </Button>
        {book.mine && (
          <Button disabled={remove.isPending} onClick={() => remove.mutate({ params: { id: book.id } })}>
            {remove.isPending ? "Deleting..." : "Delete review"}
          </Button>
        )}
      </div>
    </form>
  );
}

import { REASON_MAX_LENGTH, TITLE_MAX_LENGTH } from "#contract/limits.ts";
import type { NewNomination, Nomination } from "#contract/nominations.ts";
import { call } from "#web/api/call.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { BookCover } from "#web/ui/images/book-cover.tsx";

import { BookSearch } from "./book-search.tsx";

const EMPTY_NOMINATION: NewNomination = { title: "", author: "", reason: "" };

type Props = { nomination?: Nomination; onDone: () => void };

export function NominationForm({ nomination, onDone }: Props) {
  const save = useMutationWithToast({
    mutationFn: ({ fields, changes }: { fields: NewNomination; changes: Partial<NewNomination> }) =>
      nomination
        ? call("PATCH /api/nominations/:id", { params: { id: nomination.id }, body: changes })
        : call("POST /api/nominations", { body: fields }),
    done: nomination ? "The nomination has been saved." : "Your nomination is in.",
    failed: "Your nomination wasn't saved. Please try again.",
    onDone,
  });
  const { values: book, ...form } = useForm<NewNomination>({
    base: nomination ?? EMPTY_NOMINATION,
    unsaved: ["nomination", "your nomination"],
    isFrozen: save.isPending,
    // an admin may have changed the rest, or all of it
    onSubmit: (fields, { changes }) => (nomination && !form.isDirty ? onDone() : save.mutate({ fields, changes })),
  });
  return (
    <div className="mb-6 space-y-4 rounded-md border border-line bg-season-tint p-4">
      <BookSearch isFocused={!nomination} onFound={form.set} />
      <form {...form.formProps} className="flex flex-col gap-4 sm:flex-row">
        {book.title && (
          <BookCover
            title={book.title}
            author={book.author}
            coverImage={book.coverImage ?? null}
            className="w-24 self-start"
          />
        )}
        <div className="min-w-0 flex-1 space-y-4">
          <Field
            label="Title"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because its button was pressed
            autoFocus={nomination !== undefined}
            required
            limit={TITLE_MAX_LENGTH}
            {...form.field("title")}
          />
          <Field label="Author" required limit={TITLE_MAX_LENGTH} {...form.field("author")} />
          <TextArea label="Why should we read it?" rows={2} limit={REASON_MAX_LENGTH} {...form.field("reason")} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" disabled={save.isPending || !book.title.trim() || !book.author.trim()}>
              {nomination ? (save.isPending ? "Saving..." : "Save") : save.isPending ? "Nominating..." : "Nominate"}
            </Button>
            <Button onClick={onDone}>Cancel</Button>
          </div>
        </div>
      </form>
    </div>
  );
}

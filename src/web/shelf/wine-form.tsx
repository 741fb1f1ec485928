import { WINE_NAME_MAX_LENGTH, WINE_NOTE_MAX_LENGTH } from "#contract/limits.ts";
import type { NewWine, Wine, WineKind } from "#contract/wines.ts";
import { call } from "#web/api/call.ts";
import { useGet } from "#web/api/use-get.ts";
import { randomHexId } from "#web/lib/browser/random-id.ts";
import { useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

type Props = { wine?: Wine; bookId: number | null; onDone: () => void };

/** With or without a book; keeps the text if saving fails. */
export function WineForm({ wine, bookId, onDone }: Props) {
  const { data: years, isPending: isLoading } = useGet("GET /api/shelf");
  const books = years?.flatMap(({ books }) => books) ?? [];
  const isBookMissing = isLoading && !wine && bookId === null;
  const sendOrQueue = useSendOrQueue<"wine">();
  const save = useMutationWithToast({
    mutationFn: async ({ fields, changes }: { fields: NewWine; changes: Partial<NewWine> }) =>
      wine
        ? call("PATCH /api/wines/:id", { params: { id: wine.id }, body: changes })
        : sendOrQueue({ kind: "wine", wine: { ...fields, sendKey: randomHexId() } }),
    done: wine ? "The wine has been saved." : "Your suggestion is in.",
    failed: "Your suggestion wasn't saved. Please try again.",
    onDone,
  });
  const form = useForm<NewWine>({
    base: {
      name: wine?.name ?? "",
      kind: wine?.kind ?? "red",
      note: wine?.note ?? "",
      // the default is the book that led here, else this month's
      bookId: wine ? wine.bookId : (bookId ?? books[0]?.id ?? null),
    },
    unsaved: ["wine", "your suggestion"],
    isFrozen: save.isPending,
    // an admin may have changed the rest, or all of it
    onSubmit: (fields, { changes }) => (wine && !form.isDirty ? onDone() : save.mutate({ fields, changes })),
  });
  return (
    <form {...form.formProps} className="mb-6 space-y-4 rounded-md border border-line bg-season-tint p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Wine"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because its button was pressed
          autoFocus={bookId === null || wine !== undefined}
          required
          limit={WINE_NAME_MAX_LENGTH}
          {...form.field("name")}
        />
        <Select label="Kind" options={Object.entries(WINE_KIND_LABELS)} {...form.field("kind")} />
      </div>
      <Select
        label="Goes with"
        disabled={isLoading}
        value={form.values.bookId ?? ""}
        onText={(value) => form.set({ bookId: value === "" ? null : Number(value) })}
        options={[
          ["", isLoading ? "Loading..." : "No book in particular"],
          ...books.map(({ id, title }) => [id, title] as const),
        ]}
      />
      <TextArea label="Why?" rows={2} limit={WINE_NOTE_MAX_LENGTH} {...form.field("note")} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={save.isPending || isBookMissing || form.values.name.trim() === ""}>
          {wine ? (save.isPending ? "Saving..." : "Save") : save.isPending ? "Adding..." : "Add wine"}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  );
}

export const WINE_KIND_LABELS: Record<WineKind, string> = {
  red: "Red",
  white: "White",
  rose: "Rosé",
  sparkling: "Sparkling",
  sweet: "Sweet",
  "alcohol-free": "Alcohol-free",
  other: "Something else",
};

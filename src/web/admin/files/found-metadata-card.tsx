import { useState } from "react";

import type { FoundMetadata } from "#contract/book-files.ts";
import type { Book } from "#contract/books.ts";
import { type BookValues, valuesFromMetadata } from "#web/admin/book/book-form-values.ts";
import { useUpdateBook } from "#web/admin/book/use-save-book.ts";
import { Button, ButtonRow } from "#web/ui/forms/button.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

type Props = { book: Book; metadata: FoundMetadata; onClose: () => void };

/** Metadata found in the file, to copy into the book. Only empty fields are preselected. */
export function FoundMetadataCard({ book, metadata: offer, onClose }: Props) {
  const [differences] = useState(() => diffFoundMetadata(book, offer));
  const change = useUpdateBook({ onDone: onClose });
  const form = useForm<Record<string, string>>({
    base: Object.fromEntries(differences.filter(({ now }) => now === "").map(({ field, found }) => [field, found])),
    onSubmit: () => change.mutate({ params: { id: book.id }, body: Object.fromEntries(chosenFields) }),
  });
  const chosenFields = Object.entries(form.values).filter(([, value]) => value !== "");
  if (differences.length === 0) return null;
  return (
    <form
      aria-label="Details found in the file"
      className="rounded-md border border-season/40 bg-season-tint p-4"
      {...form.formProps}
    >
      <fieldset className="min-w-0">
        <legend className="font-semibold">The file says</legend>
        <ul className="mt-2">
          {differences.map((difference) => (
            <li key={difference.field}>
              <label className="flex min-h-touch items-start gap-3 py-1">
                <input
                  type="checkbox"
                  className="mt-2 size-5 shrink-0"
                  checked={Boolean(form.values[difference.field])}
                  onChange={({ target }) => form.set({ [difference.field]: target.checked ? difference.found : "" })}
                />
                <Choice difference={difference} />
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <ButtonRow className="mt-3">
        <Button type="submit" disabled={chosenFields.length === 0 || change.isPending}>
          {change.isPending ? "Saving..." : "Use it"}
        </Button>
        <Button onClick={onClose}>No, thanks</Button>
      </ButtonRow>
    </form>
  );
}

function Choice({ difference: { field, found, now } }: { difference: Difference }) {
  if (field === "coverImage")
    return (
      <>
        <img src={found} alt="" className="h-16 rounded-sm shadow-page" />
        <span className="py-1.5">{now ? "Cover in the file, replacing the current one" : "Cover in the file"}</span>
      </>
    );
  return (
    <span className="min-w-0 py-1.5 wrap-anywhere">
      {LABELS[field]}: <strong>{found}</strong>
      {now && <span className="text-ink-soft"> in place of {now}</span>}
    </span>
  );
}

const LABELS: Record<string, string> = {
  audiobookNarrator: "Narrator",
  audiobookDuration: "Length",
  title: "Title",
  author: "Author",
};

type Difference = ReturnType<typeof diffFoundMetadata>[number];

/** Fields that the book lacks, or whose values differ from the file's. */
function diffFoundMetadata(book: Book, metadata: FoundMetadata) {
  return Object.entries(valuesFromMetadata(metadata))
    .map(([field, found]) => ({ field, found: (found ?? "").trim(), now: book[field as keyof BookValues] ?? "" }))
    .filter(({ found, now }) => found !== "" && found !== now);
}

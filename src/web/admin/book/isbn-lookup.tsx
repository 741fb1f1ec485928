import { Search, Undo2 } from "lucide-react";
import { useState } from "react";

import { serverMessage } from "#web/api/client.ts";
import { serverMessageOr } from "#web/api/failure-reason.ts";
import { showError } from "#web/ui/feedback/toast.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { omitEqual, omitFields, pickFields } from "#web/ui/forms/form-values.ts";
import { useForm } from "#web/ui/forms/use-form.ts";

import { type BookDraft, type BookValues, withoutEmpty } from "./book-form-values.ts";

/** The values of a lookup, and the edits before it. */
type FilledFields = { before: Partial<BookValues>; found: Partial<BookValues> };

const FAILED_MESSAGE = "Failed to fetch book information.";

/** Fills the form by ISBN, keeping fields that the services don't have. Can be undone. */
export function IsbnLookup({ draft }: { draft: BookDraft }) {
  const { edits } = draft;
  const [filledFields, setFilledFields] = useState<FilledFields>();
  const lookUp = useCall("POST /api/books/isbn", {
    done: "Book information fetched successfully",
    failed: FAILED_MESSAGE,
    explain: serverMessageOr,
    onDone: ({ title, author, synopsis, isbn: number, coverImage = null }) => {
      const foundFields = withoutEmpty({ title, author, synopsis, isbn: number, coverImage });
      setFilledFields({ before: edits, found: foundFields });
      draft.set(foundFields);
    },
    // With SPEC 8's toast.
    onFailed: (error) => void form.showErrors({ isbn: serverMessage(error) ?? FAILED_MESSAGE }),
  });
  const form = useForm({
    base: { isbn: "" },
    onSubmit: ({ isbn }) => {
      if (isbn.trim() !== "") return lookUp.mutate({ body: { isbn: isbn.trim() } });
      form.showErrors({ isbn: "Please enter an ISBN" });
      showError("Please enter an ISBN");
    },
  });

  const { before = {}, found = {} } = filledFields ?? {};
  const filledNames = Object.keys(omitFields(found, Object.keys(omitEqual(found, edits))));
  return (
    <form {...form.formProps} className="rounded-md bg-sunk p-4">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-start">
        <Field
          label="ISBN lookup"
          className="min-w-0 sm:flex-1"
          placeholder="978-0-14-143958-7"
          autoComplete="off"
          {...form.field("isbn")}
        />
        <Button type="submit" variant="quiet" className="sm:mt-[1.775rem]" icon={Search} disabled={lookUp.isPending}>
          {lookUp.isPending ? "Fetching..." : "Fetch Book Info"}
        </Button>
      </div>
      {filledNames.length > 0 ? (
        <p className="mt-1.5 -mb-2 flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          The fields below were filled in. Check them, then save.
          <Button
            variant="plain"
            className="text-sm"
            onClick={() => {
              draft.revert({ ...omitFields(edits, filledNames), ...pickFields(before, filledNames) });
              setFilledFields(undefined);
            }}
          >
            <Undo2 className="size-4" />
            Undo
          </Button>
        </p>
      ) : (
        <p className="mt-1.5 text-sm text-ink-soft">
          Looks up title, author, synopsis and cover at Open Library or Google Books. Check the details, then save.
        </p>
      )}
    </form>
  );
}

import { useAtom } from "jotai";

import { POST_MAX_LENGTH } from "#contract/limits.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

import { postDraftAtom } from "./post-draft.ts";
import { usePostItem } from "./use-post-item.ts";

/** Closes and clears only after success (SPEC 2), so that no text is lost. */
export function AddItemForm({ shouldFocus }: { shouldFocus: boolean }) {
  const [draft, setDraft] = useAtom(postDraftAtom);
  // Text typed in the meantime belongs to the next post.
  const { post, isPosting } = usePostItem((posted) => setDraft((now) => (now?.trim() === posted ? null : now)));
  const form = useForm({
    base: { content: draft ?? "" },
    onType: ({ content }) => setDraft(content),
    onSubmit: ({ content }) => content.trim() !== "" && post(content.trim()),
  });
  return (
    <form {...form.formProps} className="mb-6 rounded-md border border-line bg-season-tint p-2 sm:p-4">
      <Field
        label="Your item"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because its button was pressed
        autoFocus={shouldFocus}
        required
        dir="auto"
        placeholder="What are you bringing to the meeting?"
        limit={POST_MAX_LENGTH}
        {...form.field("content")}
        enterKeyHint="send"
        autoComplete="off"
        inputClass="max-[30rem]:px-2 max-[30rem]:placeholder:text-sm max-[30rem]:placeholder:tracking-tight"
      />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={() => setDraft(null)}>
          Cancel
        </Button>
        <Button type="submit" disabled={isPosting}>
          {isPosting ? "Posting..." : "Post"}
        </Button>
      </div>
    </form>
  );
}

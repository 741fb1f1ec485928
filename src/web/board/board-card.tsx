import { useAtom, useAtomValue } from "jotai";
import { Wine } from "lucide-react";
import { useState } from "react";

import { POST_MAX_LENGTH } from "#contract/limits.ts";
import { userAtom } from "#web/state/session.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";

import { postDraftAtom } from "./post-draft.ts";
import { PostList } from "./post-list.tsx";
import { usePostItem } from "./use-post-item.ts";

export function BoardCard() {
  const user = useAtomValue(userAtom);
  const [draft, setDraft] = useAtom(postDraftAtom);
  // An empty form isn't reopened, and only a press may move the focus.
  const [shouldFocus, setShouldFocus] = useState(false);
  const [hasText] = useState(draft !== null && draft.trim() !== "");
  const isOpen = draft !== null && (shouldFocus || hasText);
  return (
    <Card
      title="Snacks & Drinks Board"
      icon={Wine}
      actions={
        user &&
        !isOpen && (
          <Button
            variant="primary"
            className="max-sm:px-3 lg:px-3 print:hidden"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form that had the focus has just closed
            autoFocus={shouldFocus}
            onClick={() => {
              setShouldFocus(true);
              setDraft("");
            }}
          >
            Add Item
          </Button>
        )
      }
    >
      {user ? (
        <>
          {isOpen && <AddItemForm shouldFocus={shouldFocus} />}
          <PostList />
        </>
      ) : (
        <p>Please sign in to view and post to the board.</p>
      )}
    </Card>
  );
}

/** Closes and clears only after success (SPEC 2), so that no text is lost. */
function AddItemForm({ shouldFocus }: { shouldFocus: boolean }) {
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
        className="max-[30rem]:[&_input]:px-2 max-[30rem]:[&_input]:placeholder:text-sm max-[30rem]:[&_input]:placeholder:tracking-tight"
      />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button onClick={() => setDraft(null)}>Cancel</Button>
        <Button type="submit" disabled={isPosting}>
          {isPosting ? "Posting..." : "Post"}
        </Button>
      </div>
    </form>
  );
}

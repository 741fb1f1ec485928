import { useAtom, useAtomValue } from "jotai";
import { Wine } from "lucide-react";
import { useState } from "react";

import { userAtom } from "#web/state/session.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { AddItemForm } from "./add-item-form.tsx";
import { postDraftAtom } from "./post-draft.ts";
import { PostList } from "./post-list.tsx";

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

import { Download } from "lucide-react";
import { useState } from "react";

import { callUrl } from "#contract/call-url.ts";
import { useGet } from "#web/api/use-get.ts";
import { useSignOut } from "#web/offline/sign-out.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { buttonClass } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";
import { Fold } from "#web/ui/layout/disclosure.tsx";
import { Link } from "#web/ui/layout/link.tsx";

export function OwnDataCard() {
  const [password, setPassword] = useState("");
  const [keepsNotes, setKeepsNotes] = useState(false);
  const signOut = useSignOut();
  const deleteAccount = useCall("DELETE /api/profile", {
    done: "Your account has been deleted",
    failed: "Your account wasn't deleted. Please try again.",
    // Also clears this device.
    onDone: () => void signOut(),
  });
  return (
    <Card id="data" title="Download or delete" className="space-y-4">
      <p className="max-w-measure">
        Everything the club knows about you, in one ZIP file. What's stored and for how long:{" "}
        <Link to="/privacy">Privacy</Link>.
      </p>
      <a href={callUrl("GET /api/profile/export")} download className={buttonClass("quiet")}>
        <Download className="size-5" />
        Download my data
      </a>
      <HighlightsChoice />
      <Fold title="Delete my account">
        <div className="space-y-4">
          <p className="max-w-measure">
            Your posts, places, bookmarks, answers and photo are deleted right away. Your reviews, recommendations and
            wines stay without your name. The admins' activity list keeps your name, and backups keep everything until
            they are thinned out.
          </p>
          <label className="flex min-h-touch items-center gap-3">
            <input
              type="checkbox"
              checked={keepsNotes}
              onChange={({ target }) => setKeepsNotes(target.checked)}
              className="size-5"
            />
            Keep my notes about books, without my name
          </label>
          <Field
            label="Your password"
            name="closing-password"
            type="password"
            autoComplete="current-password"
            value={password}
            onText={setPassword}
          />
          <ConfirmButton
            variant="caution"
            disabled={password === "" || deleteAccount.isPending}
            label="Delete my account"
            title="Delete your account?"
            confirm="Delete it"
            onConfirm={() => deleteAccount.mutate({ body: { password, notes: keepsNotes ? "keep" : "remove" } })}
          >
            This can't be undone. Download your data first if you want to keep it.
          </ConfirmButton>
        </div>
      </Fold>
    </Card>
  );
}

/** Exports a book's highlights and bookmarks as Markdown (BEYOND 10). */
function HighlightsChoice() {
  const { data: years = [] } = useGet("GET /api/shelf");
  const books = years.flatMap((year) => year.books).filter(({ hasHighlights }) => hasHighlights);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [newestBook] = books;
  if (!newestBook) return null;
  const id = chosenId ?? String(newestBook.id);
  return (
    <div className="space-y-3 border-t border-line pt-4">
      <Select
        label="Your highlights in a book"
        value={id}
        onText={setChosenId}
        options={books.map((book) => [book.id, book.title])}
      />
      <a
        href={callUrl("GET /api/books/:id/highlights.md", { params: { id: Number(id) } })}
        download
        className={buttonClass("quiet")}
      >
        <Download className="size-5" />
        Download as Markdown
      </a>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Tablet } from "lucide-react";

import type { Book } from "#contract/books.ts";
import { EREADER_BOOK_MAX_BYTES } from "#contract/limits.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Link } from "#web/ui/layout/link.tsx";

/** Mails the eBook, or says up front what's missing (BEYOND 8). */
export function SendToEreader({ book }: { book: Book }) {
  const { data: profile } = useQuery(query("GET /api/profile"));
  const send = useMutationWithToast({
    act: (bookId: number) => call("POST /api/books/:id/send", { params: { id: bookId } }),
    done: "Sent. It should be on your eReader in a few minutes.",
    failed: "The eBook wasn't sent. Please try again.",
  });
  if (book.ebookSize === null || !profile) return null;
  const limit = EREADER_BOOK_MAX_BYTES / 1024 / 1024;
  if (profile.ereaderEmail === null)
    return (
      <p className="mt-2 text-sm text-ink-soft">
        Have a Kindle or another eReader?{" "}
        <Link to="/profile#eReader" className="underline underline-offset-4">
          Add its email address
        </Link>{" "}
        to send eBooks there.
      </p>
    );
  if (!profile.ereaderConfirmed)
    return (
      <p className="mt-2 text-sm text-ink-soft">
        Your eReader's address isn't confirmed yet.{" "}
        <Link to="/profile#eReader" className="underline underline-offset-4">
          Confirm it
        </Link>{" "}
        to send eBooks there.
      </p>
    );
  if (book.ebookSize > EREADER_BOOK_MAX_BYTES)
    return (
      <p className="mt-2 text-sm text-ink-soft">
        This eBook is too large to email to your eReader (at most {limit} MB). Download it and copy it over.
      </p>
    );
  return (
    <Button
      variant="quiet"
      className="mt-3 max-sm:w-full"
      icon={Tablet}
      disabled={send.isPending}
      onClick={() => send.mutate(book.id)}
    >
      {send.isPending ? "Sending..." : "Send to my eReader"}
    </Button>
  );
}

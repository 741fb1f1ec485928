import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { BookPlus, Plus, Trash2 } from "lucide-react";
import { useState } from "react";

import type { Nomination } from "#contract/nominations.ts";
import { nominationsQuery, refetchVotes, removeNomination } from "#web/api/votes.ts";
import { userAtom } from "#web/state/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { BookCover } from "#web/ui/book-cover.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { MousePicture } from "#web/ui/mouse-picture.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useOwnAct } from "#web/ui/use-own-act.ts";

import { NominationForm } from "./nomination-form.tsx";

const STATES = { open: null, "on-ballot": "On the ballot", chosen: "Chosen" };

/** What members would like to read, and the way to propose more. */
export function NominationList() {
  const { data: nominations, error, refetch } = useQuery(nominationsQuery);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title="Nominations"
      icon={<BookPlus aria-hidden="true" className="size-5 text-season" />}
      actions={
        !isOpen && (
          <Button look="season" icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => setIsOpen(true)}>
            Nominate a book
          </Button>
        )
      }
    >
      {isOpen && <NominationForm onDone={() => setIsOpen(false)} />}
      {error && <LoadError what="the nominations" error={error} onRetry={() => void refetch()} />}
      {!nominations && !error && <Skeleton className="h-40" />}
      {nominations?.length === 0 && (
        <EmptyState icon={<MousePicture doing="choosing" />}>
          Nothing nominated yet. What should the club read next?
        </EmptyState>
      )}
      <ul className="divide-y divide-line empty:hidden">
        {nominations?.map((nomination) => (
          <Entry key={nomination.id} nomination={nomination} />
        ))}
      </ul>
    </Card>
  );
}

function Entry({ nomination }: { nomination: Nomination }) {
  const { id, title, author, reason, nominatedBy, mine, state } = nomination;
  const isAdmin = useAtomValue(userAtom)?.isAdmin ?? false;
  const queries = useQueryClient();
  const remove = useOwnAct({
    act: removeNomination,
    failed: "The nomination wasn't deleted. Please try again.",
    onDone: () => refetchVotes(queries),
  });
  return (
    <li className="flex items-start gap-4 py-4">
      <BookCover {...nomination} className="w-16" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
          {title} {STATES[state] && <Badge>{STATES[state]}</Badge>}
        </p>
        <p className="text-sm text-ink-soft">by {author}</p>
        {reason && (
          <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
            {reason}
          </p>
        )}
        <p className="mt-1 text-sm text-ink-soft">Nominated by {mine ? "you" : nominatedBy.displayName}</p>
      </div>
      {(mine || isAdmin) && state !== "on-ballot" && (
        <Button
          look="quiet"
          className="size-touch px-0!"
          aria-label={`Delete '${title}'`}
          disabled={remove.isPending}
          onClick={() => remove.mutate(id)}
          icon={<Trash2 aria-hidden="true" className="size-5" />}
        />
      )}
    </li>
  );
}

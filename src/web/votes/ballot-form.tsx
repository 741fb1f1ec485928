import { useState } from "react";

import { isolateText } from "#contract/isolate-text.ts";
import type { Poll } from "#contract/polls.ts";
import { query } from "#web/api/query.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { BookCover } from "#web/ui/images/book-cover.tsx";
import { LibraryLinks } from "#web/ui/text/library-links.tsx";

import { formatPages } from "./format-result.ts";

/** Limits checkmarks to the number of votes. */
export function BallotForm({ poll }: { poll: Poll }) {
  // Not in `useForm`, which merges fields: another device's ballot and this one could exceed the votes.
  const [pickedIds, setPickedIds] = useState<readonly number[]>();
  const chosenIds = pickedIds ?? poll.mine;
  const save = useCall("PUT /api/polls/:id/ballot", {
    done: "Your vote has been saved. You can change it until the vote closes.",
    failed: "Your vote wasn't saved. Please try again.",
    updatesQuery: query("GET /api/polls/current"),
    onDone: (_, { body }) => setPickedIds((now) => (isSameBallot(now, body.nominationIds) ? undefined : now)),
  });
  const nameOf = memberNames(poll.options.map(({ nomination }) => nomination.nominatedBy));
  const votesLeft = poll.votesPerMember - chosenIds.length;
  const isSaved = isSameBallot(chosenIds, poll.mine);
  const toggle = (id: number) =>
    setPickedIds(chosenIds.includes(id) ? chosenIds.filter((other) => other !== id) : [...chosenIds, id]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ params: { id: poll.id }, body: { nominationIds: [...chosenIds] } });
      }}
    >
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {poll.options.map(({ nomination }) => (
          <li key={nomination.id} className="@container">
            <label className="flex h-full cursor-pointer items-start gap-4 rounded-md border border-line-strong p-3 has-checked:border-season has-checked:bg-season-tint has-focus-visible:outline-2 has-focus-visible:outline-season">
              <BookCover {...nomination} isSmall className="w-14 @max-[14rem]:hidden" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold wrap-anywhere">{nomination.title}</span>
                <span className="block text-sm wrap-anywhere text-ink-soft">
                  {[isolateText(nomination.author), formatPages(nomination.pages)].filter(Boolean).join(" · ")}
                </span>
                {nomination.reason && <span className="mt-1 block text-sm wrap-anywhere">{nomination.reason}</span>}
                <span className="mt-1 block text-sm text-ink-soft">
                  Nominated by {nomination.mine ? "you" : nameOf(nomination.nominatedBy)}
                </span>
              </span>
              <input
                type="checkbox"
                className="mt-1 size-5 shrink-0 accent-season-solid"
                checked={chosenIds.includes(nomination.id)}
                disabled={votesLeft === 0 && !chosenIds.includes(nomination.id)}
                onChange={() => toggle(nomination.id)}
              />
            </label>
            <LibraryLinks {...nomination} />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" disabled={isSaved || save.isPending}>
          {save.isPending ? "Saving..." : "Save my vote"}
        </Button>
        <span aria-live="polite" className="text-sm text-ink-soft">
          {votesLeft === 0 ? "All votes used" : votesLeft === 1 ? "1 vote left" : `${votesLeft} votes left`}
        </span>
      </div>
    </form>
  );
}

const isSameBallot = (one: readonly number[] = [], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));

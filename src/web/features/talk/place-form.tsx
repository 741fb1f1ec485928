import { type FormEvent, useState } from "react";

import { sayReached } from "#web/api/notes.ts";
import { Button } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Select } from "#web/ui/select.tsx";
import { useOwnAct } from "#web/ui/use-own-act.ts";

import { type Chapter, chapterAt } from "./places.ts";
import { useFreshTalk } from "./use-fresh-talk.ts";

type Props = { bookId: number; reached: number; chapters: readonly Chapter[] };

/** For readers of paper. */
export function PlaceForm({ bookId, reached, chapters }: Props) {
  const refresh = useFreshTalk(bookId);
  const [chosen, setChosen] = useState<number | null>(null);
  const save = useOwnAct({
    act: sayReached,
    done: "You can take this back for a minute. After that it counts.",
    failed: "Your place wasn't saved. Please try again.",
    onDone: refresh,
  });
  const here = chapterAt(chapters, reached)?.ends ?? reached;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ bookId, fraction: chosen ?? here });
  };
  return (
    <Disclosure title="Reading on paper?">
      <form onSubmit={submit}>
        {chapters.length > 0 ? (
          <Select
            label="I've read up to the end of"
            value={chosen ?? here}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {chapters.map(({ index, title, ends }) => (
              <option key={index} value={ends}>
                {title}
              </option>
            ))}
          </Select>
        ) : (
          <label className="block">
            <span className="mb-1.5 block text-sm font-semibold">
              I've read {Math.round((chosen ?? here) * 100)}% of the book
            </span>
            <input
              type="range"
              min={0}
              max={100}
              value={Math.round((chosen ?? here) * 100)}
              onChange={({ target }) => setChosen(Number(target.value) / 100)}
              className="h-11 w-full accent-season"
            />
          </label>
        )}
        <p className="mt-2 text-sm text-ink-soft">
          Notes up to there are shown to you. What you read or listen to here counts by itself.
        </p>
        <Button type="submit" className="mt-3" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "That's where I am"}
        </Button>
      </form>
    </Disclosure>
  );
}

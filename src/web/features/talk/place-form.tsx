import { Undo2 } from "lucide-react";
import { type FormEvent, useState } from "react";

import { saveReached } from "#web/api/notes.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { Button } from "#web/ui/button.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Select } from "#web/ui/select.tsx";
import { useOwnAct } from "#web/ui/use-own-act.ts";

import { type Chapter, chapterAtFraction, placeText } from "./places.ts";
import { useFreshTalk } from "./use-fresh-talk.ts";

type Props = { bookId: number; reached: number; chapters: readonly Chapter[] };

/** Milliseconds after which a place can't be taken back (BEYOND 6). */
const SETTLED_MS = 60_000;

/** Where readers of paper say how far they've read. For a minute they can take it back. */
export function PlaceForm({ bookId, reached, chapters }: Props) {
  const refresh = useFreshTalk(bookId);
  const [chosen, setChosen] = useState<number | null>(null);
  const [before, setBefore] = useState<number | null>(null);
  const save = useOwnAct({
    act: ({ fraction }: { fraction: number; undoes: number | null }) => saveReached({ bookId, fraction }),
    failed: "Your place wasn't saved. Please try again.",
    onDone: (_, { undoes }) => {
      setBefore(undoes);
      setChosen(null);
      refresh();
    },
  });
  useTimeout(() => setBefore(null), before === null ? null : SETTLED_MS, before);
  const here = chapterAtFraction(chapters, reached)?.ends ?? reached;
  const value = chosen ?? here;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ fraction: value, undoes: reached });
  };
  return (
    <Disclosure title="Reading on paper?">
      <form onSubmit={submit}>
        {chapters.length > 0 ? (
          <Select label="I've read up to the end of" value={value} onText={(value) => setChosen(Number(value))}>
            {chapters.map(({ index, title, ends }) => (
              <option key={index} value={ends}>
                {title}
              </option>
            ))}
          </Select>
        ) : (
          <label className="block">
            <span className="mb-1.5 block text-sm font-semibold">I've read {Math.round(value * 100)}% of the book</span>
            <input
              type="range"
              min={0}
              max={100}
              value={Math.round(value * 100)}
              onChange={({ target }) => setChosen(Number(target.value) / 100)}
              className="h-11 w-full accent-season"
            />
          </label>
        )}
        <p className="mt-2 text-sm text-ink-soft">
          You'll see the notes up to that point. What you read or listen to here counts automatically.
        </p>
        <Button type="submit" className="mt-3" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save my place"}
        </Button>
        <output className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-season-tint px-4 py-2 empty:hidden">
          {before !== null && (
            <>
              <span>Saved: {placeText(chapters, reached)}. Too far? You have a minute to undo it.</span>
              <Button
                variant="quiet"
                disabled={save.isPending}
                onClick={() => save.mutate({ fraction: before, undoes: null })}
              >
                <Undo2 className="size-4.5" />
                Undo
              </Button>
            </>
          )}
        </output>
      </form>
    </Disclosure>
  );
}

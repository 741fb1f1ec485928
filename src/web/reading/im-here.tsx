import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAtom, useAtomValue } from "jotai";
import { MapPin, Undo2, X } from "lucide-react";
import { useState } from "react";

import type { NewAnchor } from "#contract/place.ts";
import { bookPlaceQuery, removeAnchor, setAnchor, timelineQuery } from "#web/api/reading.ts";
import type { Player } from "#web/listening/player/player.ts";
import { playerAtom } from "#web/listening/player/use-player.ts";
import { mediumSwitchAtom } from "#web/state/medium-switch.ts";
import { Button } from "#web/ui/button.tsx";
import { showError } from "#web/ui/toast.ts";

import { IconButton } from "./icon-button.tsx";
import type { Reader } from "./reader.ts";

/** In the player, after "Listen from there". */
export function ImHereInSound({ player }: { player: Player }) {
  const [switched, setSwitched] = useAtom(mediumSwitchAtom);
  if (switched?.bookId !== player.book.id || switched.to !== "sound") return null;
  return (
    <ImHere
      bookId={player.book.id}
      hint="Wrong spot? Find the right one."
      anchorOf={() => ({ seconds: Math.floor(player.state().position), fraction: switched.fraction })}
      onClose={() => setSwitched(null)}
    />
  );
}

type InText = { bookId: number; reader: Pick<Reader, "middle">; isListening: boolean };

/** In the reader, after "Read from there" or "Listen from here": while it plays, what is heard is on this page. */
export function ImHereInText({ bookId, reader, isListening }: InText) {
  const [switched, setSwitched] = useAtom(mediumSwitchAtom);
  const player = useAtomValue(playerAtom);
  if (switched?.bookId !== bookId || switched.to !== "text") return null;
  const heard = isListening && player?.book.id === bookId ? player : null;
  return (
    <ImHere
      key={switched.seconds}
      bookId={bookId}
      hint="Wrong page? Find the right one."
      anchorOf={() => ({
        seconds: heard ? Math.floor(heard.state().position) : switched.seconds,
        fraction: reader.middle(),
      })}
      onClose={() => setSwitched(null)}
    />
  );
}

type Props = { bookId: number; hint: string; anchorOf: () => NewAnchor; onClose: () => void };

/** Says that both media are at one place here (BEYOND 5), until the next switch; it can be undone. */
function ImHere({ bookId, hint, anchorOf, onClose }: Props) {
  const queries = useQueryClient();
  const [made, setMade] = useState<number | null>(null);
  const refresh = () =>
    void Promise.all(
      [timelineQuery(bookId), bookPlaceQuery(bookId)].map(({ queryKey }) => queries.invalidateQueries({ queryKey })),
    );
  const onError = () => showError("Your place wasn't saved. Check your connection and try again.");
  const say = useMutation({
    mutationFn: () => setAnchor(bookId, anchorOf()),
    onSuccess: ({ id }) => {
      setMade(id);
      refresh();
    },
    onError,
  });
  const undo = useMutation({
    mutationFn: (id: number) => removeAnchor(id),
    onSuccess: () => {
      setMade(null);
      refresh();
    },
    onError,
  });
  return (
    <output className="flex items-center gap-2 text-sm text-ink-soft max-sm:w-full">
      {made === null ? (
        <>
          <span className="min-w-0 flex-1">{hint}</span>
          <Button
            variant="quiet"
            className="shrink-0 px-4! text-sm"
            disabled={say.isPending}
            onClick={() => say.mutate()}
          >
            <MapPin className="size-4.5" />
            I'm here
          </Button>
        </>
      ) : (
        <>
          <span className="min-w-0 flex-1">Got it: text and audio meet here.</span>
          <Button
            variant="quiet"
            className="shrink-0 px-4! text-sm"
            disabled={undo.isPending}
            onClick={() => undo.mutate(made)}
          >
            <Undo2 className="size-4.5" />
            Undo
          </Button>
        </>
      )}
      <IconButton label="Close" icon={X} onClick={onClose} />
    </output>
  );
}

import { useQueryClient } from "@tanstack/react-query";
import { useAtom, useAtomValue } from "jotai";
import { MapPin, Undo2, X } from "lucide-react";
import { useState } from "react";

import type { NewAnchor } from "#contract/place.ts";
import { call } from "#web/api/call.ts";
import { editionSeen } from "#web/api/edition.ts";
import type { Player } from "#web/listening/player/player.ts";
import { playerAtom } from "#web/listening/player/use-player.ts";
import { mediumSwitchAtom } from "#web/state/listening.ts";
import { useMutationWithToast, withReason } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { IconButton } from "./icon-button.tsx";
import type { Reader } from "./reader.ts";

/** In the player, after "Listen from there". */
export function ImHereInSound({ player }: { player: Player }) {
  const [switched, setSwitched] = useAtom(mediumSwitchAtom);
  if (switched?.bookId !== player.book.id || switched.to !== "sound") return null;
  return (
    <AnchorPrompt
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
    <AnchorPrompt
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
function AnchorPrompt({ bookId, hint, anchorOf, onClose }: Props) {
  const [made, setMade] = useState<number | null>(null);
  const edition = editionSeen(useQueryClient(), bookId);
  const act = { failed: "Your place wasn't saved.", explain: withReason };
  const say = useMutationWithToast({
    ...act,
    act: () =>
      call("POST /api/books/:id/anchors", {
        params: { id: bookId },
        body: { ...anchorOf(), ...(edition && { edition }) },
      }),
    onDone: ({ id }) => setMade(id),
  });
  const undo = useMutationWithToast({
    ...act,
    act: (id: number) => call("DELETE /api/anchors/:id", { params: { id } }),
    onDone: () => setMade(null),
  });
  return (
    <output className="flex items-center gap-2 text-sm text-ink-soft max-sm:w-full">
      <span className="min-w-0 flex-1">{made === null ? hint : "Thanks! Text and audio are synced here."}</span>
      <Button
        variant="quiet"
        className="shrink-0 px-4! text-sm"
        disabled={say.isPending || undo.isPending}
        onClick={() => (made === null ? say.mutate() : undo.mutate(made))}
      >
        {made === null ? <MapPin className="size-4.5" /> : <Undo2 className="size-4.5" />}
        {made === null ? "I'm here" : "Undo"}
      </Button>
      <IconButton label="Close" icon={X} onClick={onClose} />
    </output>
  );
}

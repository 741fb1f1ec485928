import { useQueryClient } from "@tanstack/react-query";
import { useAtom, useAtomValue } from "jotai";
import { MapPin, Undo2, X } from "lucide-react";

import type { NewAnchor } from "#contract/book-progress.ts";
import { cachedEdition } from "#web/api/edition.ts";
import { withReason } from "#web/api/failure-reason.ts";
import type { Player } from "#web/listening/player/player.ts";
import { playerAtom } from "#web/listening/player/use-player.ts";
import { mediumSwitchAtom } from "#web/state/listening.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { IconButton } from "#web/ui/forms/icon-button.tsx";

import type { Reader } from "./reader.ts";

export function ImHereInAudio({ player }: { player: Player }) {
  const [mediumSwitch, setMediumSwitch] = useAtom(mediumSwitchAtom);
  if (mediumSwitch?.bookId !== player.book.id || mediumSwitch.to !== "audio") return null;
  return (
    <AnchorPrompt
      bookId={player.book.id}
      hint="Wrong spot? Find the right one."
      getAnchor={() => ({ seconds: Math.floor(player.state().position), fraction: mediumSwitch.fraction })}
      onClose={() => setMediumSwitch(null)}
    />
  );
}

type InTextProps = { bookId: number; reader: Pick<Reader, "middleFraction">; isListening: boolean };

/** While the audiobook plays, its current second is on the shown page. */
export function ImHereInText({ bookId, reader, isListening }: InTextProps) {
  const [mediumSwitch, setMediumSwitch] = useAtom(mediumSwitchAtom);
  const player = useAtomValue(playerAtom);
  if (mediumSwitch?.bookId !== bookId || mediumSwitch.to !== "text") return null;
  const activePlayer = isListening && player?.book.id === bookId ? player : null;
  return (
    <AnchorPrompt
      key={mediumSwitch.seconds}
      bookId={bookId}
      hint="Wrong page? Find the right one."
      getAnchor={() => ({
        seconds: activePlayer ? Math.floor(activePlayer.state().position) : mediumSwitch.seconds,
        fraction: reader.middleFraction(),
      })}
      onClose={() => setMediumSwitch(null)}
    />
  );
}

type Props = { bookId: number; hint: string; getAnchor: () => NewAnchor; onClose: () => void };

/** Confirms that text and audio meet here (BEYOND 5). It can be undone until the next switch. */
function AnchorPrompt({ bookId, hint, getAnchor, onClose }: Props) {
  const edition = cachedEdition(useQueryClient(), bookId);
  const confirm = useCall("POST /api/books/:id/anchors", {
    failed: "Your place wasn't saved.",
    explain: withReason,
  });
  const removeAnchor = useCall("DELETE /api/anchors/:id", {
    failed: "That wasn't undone.",
    explain: withReason,
    onDone: confirm.reset,
  });
  const anchorId = confirm.data?.id ?? null;
  const confirmHere = () =>
    confirm.mutate({ params: { id: bookId }, body: { ...getAnchor(), ...(edition && { edition }) } });
  return (
    <output className="flex items-center gap-2 text-sm text-ink-soft max-sm:w-full">
      <span className="min-w-0 flex-1">{anchorId === null ? hint : "Thanks! Text and audio are synced here."}</span>
      <Button
        className="shrink-0 px-4! text-sm"
        disabled={confirm.isPending || removeAnchor.isPending}
        onClick={() => (anchorId === null ? confirmHere() : removeAnchor.mutate({ params: { id: anchorId } }))}
      >
        {anchorId === null ? <MapPin className="size-4.5" /> : <Undo2 className="size-4.5" />}
        {anchorId === null ? "I'm here" : "Undo"}
      </Button>
      <IconButton label="Close" icon={X} onClick={onClose} />
    </output>
  );
}

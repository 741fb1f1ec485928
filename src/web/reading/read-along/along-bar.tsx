import { AudioLines, LocateFixed, Pause, Play } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";

import type { Book } from "#contract/books.ts";
import { usePlayer } from "#web/listening/player/use-player.ts";
import { Button } from "#web/ui/forms/button.tsx";

import type { ReadAlong } from "./along.ts";
import { useAlongState } from "./use-along.ts";

type Props = {
  kind: "sentences" | "own" | "speech";
  /** Null until the audiobook's player is there. */
  along: ReadAlong | null;
  audible: Book | null;
  userId: number;
  /** The bars would cover the lines that are read. */
  onPlay: () => void;
};

/** Plays the book from the page that is shown (BEYOND 11). */
export function ReadAlongBar({ kind, along, audible, userId, onPlay }: Props) {
  const { isPlaying, isAway } = useAlongState(along);
  const [isWanted, setWanted] = useState(false);
  const isSpoken = kind === "speech";
  const press = () => {
    if (!isPlaying) onPlay();
    // the audiobook's player begins once it's there
    if (kind === "sentences" && !isWanted) setWanted(true);
    else along?.toggle();
  };
  const play = isSpoken ? "Read aloud" : "Play";
  return (
    <>
      {isWanted && audible && <PlayOnceReady book={audible} userId={userId} along={along} />}
      <Button variant="season" icon={isPlaying ? Pause : isSpoken ? AudioLines : Play} onClick={press}>
        {isPlaying ? "Pause" : play}
      </Button>
      {isAway && <BackToVoice along={along} />}
      {isSpoken && isPlaying && !isAway && <span className="text-sm text-ink-soft">A voice of this device</span>}
    </>
  );
}

export function BackToVoice({ along, className = "" }: { along: Pick<ReadAlong, "back"> | null; className?: string }) {
  return (
    <Button variant="quiet" icon={LocateFixed} className={className} onClick={() => along?.back()}>
      Back to the voice
    </Button>
  );
}

/** The audiobook's player is made by the first press, and then has to find its place. */
function PlayOnceReady({ book, userId, along }: { book: Book; userId: number; along: ReadAlong | null }) {
  const player = usePlayer(book, userId);
  const toggle = useEffectEvent(() => along?.toggle());
  const [isStarted, setStarted] = useState(false);
  useEffect(() => {
    if (!player || !along || isStarted) return undefined;
    const start = () => {
      if (player.state().phase !== "ready") return;
      setStarted(true);
      toggle();
    };
    start();
    return player.subscribe(start);
  }, [player, along, isStarted]);
  return null;
}

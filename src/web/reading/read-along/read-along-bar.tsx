import { AudioLines, Headphones, LocateFixed, Pause, Play } from "lucide-react";
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";

import type { Book } from "#contract/books.ts";
import { usePlayer } from "#web/listening/player/use-player.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { IconButton } from "#web/ui/forms/icon-button.tsx";

import type { ReadAlong } from "./read-along.ts";
import { useAlongState } from "./use-read-along.ts";

type Props = {
  kind: "audiobook" | "sentences" | "own" | "speech";
  readAlong: ReadAlong | null;
  bookWithAudio: Book | null;
  onPlay: () => void;
};

export function ReadAlongBar({ kind, readAlong, bookWithAudio, onPlay }: Props) {
  const { isOn, isPlaying, isAway } = useAlongState(readAlong);
  const [isWanted, setWanted] = useState(false);
  const isSpoken = kind === "speech";
  const togglePlayback = () => {
    if (!isPlaying) onPlay();
    if (kind === "sentences" && !isWanted) setWanted(true);
    else readAlong?.toggle();
  };
  const start = () => {
    if (!readAlong?.playFromPage) return readAlong?.toggle();
    onPlay();
    readAlong.playFromPage();
  };
  return (
    <>
      {isWanted && bookWithAudio && <PlayWhenReady book={bookWithAudio} readAlong={readAlong} onReady={start} />}
      {(kind !== "audiobook" || isOn) && (
        <Button icon={isPlaying ? Pause : isSpoken ? AudioLines : Play} onClick={togglePlayback}>
          {isPlaying ? "Pause" : isSpoken ? "Read aloud" : "Play"}
        </Button>
      )}
      {kind === "audiobook" &&
        (isWanted && !isOn ? (
          <span className="min-h-touch">Loading the audiobook…</span>
        ) : (
          <Button icon={Headphones} onClick={isOn ? start : () => setWanted(true)}>
            Listen from here
          </Button>
        ))}
      {isAway && <BackToVoice readAlong={readAlong} />}
      {isSpoken && isPlaying && !isAway && <span className="text-sm text-ink-soft">Device voice</span>}
    </>
  );
}

type BackProps = { readAlong: ReadAlong | null; className?: string };

function BackToVoice({ readAlong, className = "" }: BackProps) {
  return (
    <Button icon={LocateFixed} className={className} onClick={() => readAlong?.returnToVoice()}>
      Jump to current sentence
    </Button>
  );
}

/** The first press creates the audiobook's player, which then has to load its position. */
function PlayWhenReady({ book, readAlong, onReady }: Pick<Props, "readAlong"> & { book: Book; onReady: () => void }) {
  const player = usePlayer(book);
  const play = useEffectEvent(onReady);
  const isStarted = useRef(false);
  useEffect(() => {
    if (!player || !readAlong) return undefined;
    const start = () => {
      // Playing changes the player's state, too.
      if (isStarted.current || player.state().phase !== "ready") return;
      isStarted.current = true;
      play();
    };
    start();
    return player.subscribe(start);
  }, [player, readAlong]);
  return null;
}

/** In a corner of the page while the bars are hidden, because a tap on the text moves the voice. */
export function ReadAlongPill({ readAlong }: { readAlong: ReadAlong | null }) {
  const { isOn, isPlaying, isAway } = useAlongState(readAlong);
  if (!isOn || (!isPlaying && isAway)) return null;
  return (
    <div
      // A pointer event that reaches the page shows the bars, which unmounts these buttons before the click.
      onPointerDown={stopPropagation}
      onPointerMove={stopPropagation}
      className={`pointer-events-none absolute inset-x-0 bottom-[env(safe-area-inset-bottom)] z-10 flex items-center justify-end gap-1 px-1 ${isAway ? "bg-page" : ""}`}
    >
      {isAway && (
        <BackToVoice readAlong={readAlong} className="pointer-events-auto rounded-full! px-4! text-sm shadow-lifted" />
      )}
      <IconButton
        label={isPlaying ? "Pause" : "Play"}
        icon={isPlaying ? Pause : Play}
        onClick={() => readAlong?.toggle()}
        className="pointer-events-auto bg-page text-season"
      />
    </div>
  );
}

const stopPropagation = (event: PointerEvent) => event.stopPropagation();

import { Headphones, Pause, Play } from "lucide-react";
import { useEffect, useRef } from "react";

import type { Book } from "#contract/books.ts";
import { fractionAt, secondsAt, type Timeline } from "#contract/timeline.ts";
import type { Player } from "#web/listening/player/player.ts";
import { usePlayer, usePlayerState } from "#web/listening/player/use-player.ts";
import { Button } from "#web/ui/button.tsx";

import { BEFORE_SECONDS } from "./before-seconds.ts";
import type { Reader } from "./reader.ts";

/** After turning a page while listening, don't jump back this long. */
const HANDS_OFF = 20_000;

type Props = {
  book: Book;
  userId: number;
  timeline: Timeline;
  reader: Reader;
  isWanted: boolean;
  onWant: () => void;
  /** With the second from which the sound plays. */
  onStart: (seconds: number) => void;
};

/** Plays from here; the page then follows the audio. */
export function SoundBar({ isWanted, onWant, ...props }: Props) {
  if (props.timeline.length === 0) return null;
  if (isWanted) return <Sound {...props} />;
  return (
    <Button variant="quiet" icon={Headphones} onClick={onWant}>
      Listen from here
    </Button>
  );
}

function Sound({ book, userId, ...props }: Omit<Props, "isWanted" | "onWant">) {
  const player = usePlayer(book, userId);
  return player ? <Playing player={player} {...props} /> : <span className="min-h-touch">Loading the audiobook…</span>;
}

type PlayingProps = Pick<Props, "timeline" | "reader" | "onStart"> & { player: Player };

function Playing({ player, timeline, reader, onStart }: PlayingProps) {
  const { phase, playing } = usePlayerState(player);
  const isStarted = useRef(false);

  const playFromHere = () => {
    const seconds = Math.max(0, Math.floor(secondsAt(timeline, reader.here())) - BEFORE_SECONDS);
    player.seek(seconds);
    player.play();
    onStart(seconds);
  };
  useEffect(() => {
    if (phase !== "ready" || isStarted.current) return;
    isStarted.current = true;
    playFromHere();
  });
  useFollow(player, timeline, reader);
  const Icon = playing ? Pause : Play;
  return (
    <>
      <Button variant="season" disabled={phase !== "ready"} icon={Icon} onClick={() => player.toggle()}>
        {playing ? "Pause" : "Play"}
      </Button>
      <Button variant="quiet" icon={Headphones} onClick={playFromHere}>
        Listen from here
      </Button>
    </>
  );
}

/** Turns to the page being read aloud, unless the person just turned one or just started. */
function useFollow(player: Player, timeline: Timeline, reader: Reader): void {
  useEffect(() => {
    const begun = performance.now();
    let isTurning = false;
    return player.subscribe(() => {
      const { playing, position } = player.state();
      const quiet = performance.now() - Math.max(begun, reader.turnedAt());
      if (!playing || isTurning || quiet < HANDS_OFF) return;
      const fraction = fractionAt(timeline, position);
      if (reader.view.isShown(fraction)) return;
      isTurning = true;
      const place = { kind: "place", fraction, locator: null } as const;
      void reader.view.follow(place, "follow").finally(() => (isTurning = false));
    });
  }, [player, timeline, reader]);
}

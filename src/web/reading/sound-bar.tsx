import { Headphones, Pause, Play } from "lucide-react";
import { type RefObject, useEffect, useRef, useSyncExternalStore } from "react";

import type { Book } from "#contract/books.ts";
import type { Contents } from "#contract/reading.ts";
import { secondsAt, type Timeline } from "#contract/timeline.ts";
import type { Player } from "#web/listening/player/player.ts";
import { usePlayer, usePlayerState } from "#web/listening/player/use-player.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { BackToVoice } from "./read-along/along-bar.tsx";
import { followChapters } from "./read-along/follow-chapters.ts";
import { createFollower, type Follower } from "./read-along/follower.ts";
import { useDisposable } from "./read-along/use-disposable.ts";
import type { Reader } from "./reader.ts";
import { SWITCH_OVERLAP_SECONDS } from "./reading-sync.ts";

type Props = {
  book: Book;
  userId: number;
  timeline: Timeline;
  contents: Contents;
  reader: Reader;
  isWanted: boolean;
  onWant: () => void;
  /** With the second from which the sound plays. */
  onStart: (seconds: number) => void;
  /** The bars would cover the page that follows. */
  onPlay: () => void;
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

type PlayingProps = Pick<Props, "timeline" | "contents" | "reader" | "onStart" | "onPlay"> & { player: Player };

function Playing({ onStart, onPlay, ...parts }: PlayingProps) {
  const { player, timeline, reader } = parts;
  const { phase, playing } = usePlayerState(player);
  const isStarted = useRef(false);
  const beginsAt = useRef(0);

  const playFromHere = () => {
    beginsAt.current = secondsAt(timeline, reader.here());
    const seconds = Math.max(0, Math.floor(beginsAt.current) - SWITCH_OVERLAP_SECONDS);
    player.seek(seconds);
    player.play();
    onStart(seconds);
    onPlay();
  };
  const toggle = () => {
    if (!playing) onPlay();
    player.toggle();
  };
  useEffect(() => {
    if (phase !== "ready" || isStarted.current) return;
    isStarted.current = true;
    playFromHere();
  });
  const away = useFollower(parts, beginsAt);
  const Icon = playing ? Pause : Play;
  return (
    <>
      <Button variant="season" disabled={phase !== "ready"} icon={Icon} onClick={toggle}>
        {playing ? "Pause" : "Play"}
      </Button>
      <Button variant="quiet" icon={Headphones} onClick={playFromHere}>
        Listen from here
      </Button>
      {away && <BackToVoice along={away} />}
    </>
  );
}

/** @param beginsAt the second that is on the page from which the sound was asked for */
function useFollower(
  { player, timeline, contents, reader }: Omit<PlayingProps, "onStart" | "onPlay">,
  beginsAt: RefObject<number>,
) {
  const [follower, hold] = useDisposable<Follower>();
  useEffect(() => {
    const made = createFollower(reader, { how: "follow" });
    hold(made);
    const stop = followChapters(player, made, { timeline, contents }, () => beginsAt.current);
    return () => {
      hold(null);
      stop();
      made.end();
    };
  }, [player, timeline, contents, reader, beginsAt, hold]);
  const isAway = useSyncExternalStore(follower?.subscribe ?? neverChanges, () => follower?.isAway() ?? false);
  return isAway ? follower : null;
}

const neverChanges = () => () => undefined;

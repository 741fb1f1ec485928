import { useSetAtom } from "jotai";
import { Headphones, Pause, Play } from "lucide-react";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";

import type { Book } from "#contract/books.ts";
import { secondsAt, type Timeline } from "#contract/timeline.ts";
import { subscribeToNothing } from "#web/lib/browser/listeners.ts";
import type { Player } from "#web/listening/player/player.ts";
import { usePlayer, usePlayerState } from "#web/listening/player/use-player.ts";
import { SWITCH_OVERLAP_SECONDS } from "#web/progress/use-position-offer.ts";
import { mediumSwitchAtom } from "#web/state/listening.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { ImHereInText } from "./anchor-prompt.tsx";
import { followChapters } from "./read-along/follow-chapters.ts";
import { createFollower, type Follower } from "./read-along/follower.ts";
import { BackToVoice } from "./read-along/read-along-bar.tsx";
import { useDisposable } from "./read-along/use-disposable.ts";
import type { Reader } from "./reader.ts";

type Props = {
  book: Book;
  timeline: Timeline;
  reader: Reader;
  onPlay: () => void;
};

export function AudioBar(props: Props) {
  const [isListening, setListening] = useState(false);
  return (
    <>
      <ImHereInText bookId={props.book.id} reader={props.reader} isListening={isListening} />
      {props.timeline.length > 0 &&
        (isListening ? (
          <LoadedAudioBar {...props} />
        ) : (
          <Button variant="quiet" icon={Headphones} onClick={() => setListening(true)}>
            Listen from here
          </Button>
        ))}
    </>
  );
}

function LoadedAudioBar({ book, ...props }: Props) {
  const player = usePlayer(book);
  return player ? (
    <PlaybackControls player={player} {...props} />
  ) : (
    <span className="min-h-touch">Loading the audiobook…</span>
  );
}

type PlaybackControlsProps = Pick<Props, "timeline" | "reader" | "onPlay"> & {
  player: Player;
};

function PlaybackControls({ onPlay, ...context }: PlaybackControlsProps) {
  const { player, timeline, reader } = context;
  const { phase, isPlaying } = usePlayerState(player);
  const setMediumSwitch = useSetAtom(mediumSwitchAtom);
  const isStarted = useRef(false);
  const startSeconds = useRef(0);

  const playFromHere = () => {
    startSeconds.current = secondsAt(timeline, reader.here());
    const seconds = Math.max(0, Math.floor(startSeconds.current) - SWITCH_OVERLAP_SECONDS);
    player.seek(seconds);
    player.play();
    setMediumSwitch({ bookId: player.book.id, to: "text", seconds });
    onPlay();
  };
  const toggle = () => {
    if (!isPlaying) onPlay();
    player.toggle();
  };
  useEffect(() => {
    if (phase !== "ready" || isStarted.current) return;
    isStarted.current = true;
    playFromHere();
  });
  const awayFollower = useFollower(context, startSeconds);
  const Icon = isPlaying ? Pause : Play;
  return (
    <>
      <Button variant="season" disabled={phase !== "ready"} icon={Icon} onClick={toggle}>
        {isPlaying ? "Pause" : "Play"}
      </Button>
      <Button variant="quiet" icon={Headphones} onClick={playFromHere}>
        Listen from here
      </Button>
      {awayFollower && <BackToVoice readAlong={awayFollower} />}
    </>
  );
}

/** @param startSeconds the time in the audio at which playback on this page started */
function useFollower(
  { player, timeline, reader }: Omit<PlaybackControlsProps, "onPlay">,
  startSeconds: RefObject<number>,
) {
  const [follower, setFollower] = useDisposable<Follower>();
  useEffect(() => {
    const created = createFollower(reader, { mode: "follow" });
    setFollower(created);
    const stopFollowing = followChapters(
      player,
      created,
      { timeline, contents: reader.contents },
      () => startSeconds.current,
    );
    return () => {
      setFollower(null);
      stopFollowing();
      created.end();
    };
  }, [player, timeline, reader, startSeconds, setFollower]);
  const isAway = useSyncExternalStore(follower?.subscribe ?? subscribeToNothing, () => follower?.isAway() ?? false);
  return isAway ? follower : null;
}

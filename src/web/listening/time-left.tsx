import { usePace } from "#web/api/use-pace.ts";

import type { PlayerState } from "./player/player-state.ts";
import { speedText } from "./player/speed.ts";
import { leftText } from "./player/time-text.ts";

type Props = Pick<PlayerState, "position" | "duration" | "rate"> & { bookId: number };

/** At the speed it plays, with the days until the meeting. */
export function TimeLeft({ bookId, position, duration, rate }: Props) {
  const { say } = usePace(bookId);
  const seconds = (duration - position) / rate;
  const left = `${leftText(seconds)}${rate === 1 ? "" : ` at ${speedText(rate)}`}`;
  const text = say(seconds / 60, left);
  return text ? (
    <span className="col-span-full text-center whitespace-normal">{text}</span>
  ) : (
    <span className="max-sm:col-span-full sm:text-right">{left}</span>
  );
}

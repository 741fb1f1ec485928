import { usePace } from "#web/api/use-pace.ts";

import type { PlayerState } from "./player/player-state.ts";
import { speedText } from "./player/speed.ts";
import { leftText } from "./player/time-text.ts";

type Props = Pick<PlayerState, "position" | "duration" | "rate"> & { bookId: number };

/** On phones it's always two lines high, so nothing below moves while the book plays. */
const TWO_LINES = "flex items-center max-sm:min-h-[2lh]";

/** At the speed it plays, with the days until the meeting. */
export function TimeLeft({ bookId, position, duration, rate }: Props) {
  const { say } = usePace(bookId);
  const seconds = (duration - position) / rate;
  const left = `${leftText(seconds)}${rate === 1 ? "" : ` at ${speedText(rate)}`}`;
  const text = say(seconds / 60, left);
  return text ? (
    <span className={`col-span-full justify-center text-center text-balance whitespace-normal ${TWO_LINES}`}>
      {text}
    </span>
  ) : (
    <span className={`max-sm:col-span-full sm:justify-end ${TWO_LINES}`}>{left}</span>
  );
}

import { pluralize } from "#contract/counts.ts";
import { usePace } from "#web/api/use-pace.ts";

import { isFinished } from "./player/chapters.ts";
import { formatSecondsLeft } from "./player/format-time.ts";
import type { PlayerState } from "./player/player-state.ts";
import { formatSpeed } from "./player/speed.ts";

type Props = Pick<PlayerState, "position" | "duration" | "rate" | "rewound"> & { bookId: number };

export const formatRewind = ({ seconds }: NonNullable<PlayerState["rewound"]>): string =>
  `Went back ${pluralize(seconds, "second")}`;

/** Says for some seconds after Play how far it rewound. Always two lines high on phones, so that nothing below moves. */
export function TimeLeft({ bookId, position, duration, rate, rewound }: Props) {
  const { formatTimeLeft } = usePace(bookId);
  const seconds = (duration - position) / rate;
  const leftLabel = `${formatSecondsLeft(seconds)}${rate === 1 ? "" : ` at ${formatSpeed(rate)}`}`;
  return (
    <p className="flex items-center justify-center text-center text-sm text-balance text-ink-soft tabular-nums max-sm:min-h-[2lh]">
      {!rewound && (isFinished(position, duration) ? "\u00a0" : (formatTimeLeft(seconds / 60, leftLabel) ?? leftLabel))}
      <output>{rewound && formatRewind(rewound)}</output>
    </p>
  );
}

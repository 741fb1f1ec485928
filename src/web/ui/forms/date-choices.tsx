import { Check } from "lucide-react";
import { useId } from "react";

import { formatMeetingTime, formatWeekday, readersMeetingTime } from "#web/lib/format/dates.ts";

type Option = { id: number; date: string; time: string };

type Props = {
  dates: readonly Option[];
  /** Undefined before an answer; empty when none of the dates suits. */
  chosen: readonly number[] | undefined;
  timeZone: string;
  isBusy?: boolean;
  /** What to say of a date, like how many can come. */
  countOf?: (id: number) => number;
  onChoose: (ids: readonly number[]) => void;
};

/** One press for each date of a meeting's question, and one for none of them (BEYOND 10). A time they share is said once. */
export function DateChoices({ dates, chosen, timeZone, isBusy = false, countOf, onChoose }: Props) {
  const own = useId();
  const toggle = (id: number) =>
    onChoose(chosen?.includes(id) ? chosen.filter((one) => one !== id) : [...(chosen ?? []), id]);
  const times = dates.map(({ date, time }) => formatMeetingTime(date, time, timeZone));
  const isOneTime = new Set(times).size === 1;
  return (
    <div className="flex flex-wrap gap-2">
      <p className="w-full text-sm">{isOneTime && `At ${times[0]}. `}Choose all that work.</p>
      {dates.map(({ id, date, time }) => {
        const isChosen = chosen?.includes(id) ?? false;
        const count = countOf?.(id) ?? 0;
        const can = count > 0 ? `${count} can` : "";
        const shown = isOneTime ? formatWeekday(date) : dateInWords({ date, time }, timeZone);
        const readersTime = readersMeetingTime(date, time, timeZone);
        // what is seen, in its order: people who speak to their device say it
        const name = [`${shown} ${can}`.trim(), ...(isOneTime ? [times[0]] : [])].join(", ");
        return (
          <button
            key={id}
            type="button"
            aria-label={name}
            aria-describedby={readersTime && `${own}${id}`}
            aria-pressed={isChosen}
            disabled={isBusy}
            onClick={() => toggle(id)}
            className={`${CHOICE} font-semibold`}
          >
            {isChosen && <Check className="absolute top-1 right-1 size-3.5" />}
            {shown}
            {can && <span className="text-sm font-normal"> {can}</span>}
            {readersTime && (
              <span id={`${own}${id}`} className="text-sm font-normal">
                {" "}
                {readersTime} your time
              </span>
            )}
          </button>
        );
      })}
      <button
        type="button"
        aria-pressed={chosen?.length === 0}
        disabled={isBusy}
        onClick={() => onChoose([])}
        className={CHOICE}
      >
        None of these
      </button>
    </div>
  );
}

/** 'Sat, Jan 31, 7:00 PM'. */
export const dateInWords = ({ date, time }: Omit<Option, "id">, timeZone: string): string =>
  `${formatWeekday(date)}, ${formatMeetingTime(date, time, timeZone)}`;

/** Two fit in a row of a phone. The check mark and the count have their room from the start, so nothing moves. */
const CHOICE =
  "relative inline-flex min-h-13 flex-col items-center justify-center rounded-md border border-line-strong bg-sheet px-5 py-1 sm:px-5.5 leading-tight transition-colors max-sm:flex-auto hover:bg-sunk aria-pressed:border-season-solid aria-pressed:bg-season-solid aria-pressed:text-on-solid";

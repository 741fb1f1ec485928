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
    <div className="grid gap-1.5">
      <p className="text-sm">{isOneTime && `At ${times[0]}. `}Choose all that work.</p>
      {dates.map(({ id, date, time }) => {
        const isChosen = chosen?.includes(id) ?? false;
        const count = countOf?.(id) ?? 0;
        const can = count > 0 ? `${count} can come` : "";
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
            <Mark isShown={isChosen} />
            {shown}
            {can && <span className="ml-auto text-sm font-normal"> {can}</span>}
            {readersTime && (
              <span id={`${own}${id}`} className="w-full pl-7 text-sm font-normal">
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
        <Mark isShown={chosen?.length === 0} />
        None of these
      </button>
    </div>
  );
}

/** 'Sat, Jan 31, 7:00 PM'. */
export const dateInWords = ({ date, time }: Omit<Option, "id">, timeZone: string): string =>
  `${formatWeekday(date)}, ${formatMeetingTime(date, time, timeZone)}`;

/** Has its room from the start, so nothing moves. */
const Mark = ({ isShown }: { isShown: boolean }) =>
  isShown ? <Check className="size-5 shrink-0" /> : <span className="size-5 shrink-0" />;

/** One date a row. */
const CHOICE =
  "flex min-h-touch w-full flex-wrap items-center gap-x-2 rounded-md border border-line-strong bg-sheet px-3 py-1 text-start leading-tight transition-colors hover:bg-sunk aria-pressed:border-season-solid aria-pressed:bg-season-solid aria-pressed:text-on-solid";

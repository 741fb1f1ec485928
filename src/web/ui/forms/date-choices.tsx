import { Square, SquareCheck } from "lucide-react";
import { useId } from "react";

import { ignoreDoubleClick } from "#web/lib/browser/listeners.ts";
import { formatMeetingTime, formatWeekday, meetingTimeForReader } from "#web/lib/format/dates.ts";

type Option = { id: number; date: string; time: string };

type Props = {
  dates: readonly Option[];
  /** Ids of the chosen dates; undefined before the member answered, empty if no date works. */
  chosen: readonly number[] | undefined;
  timeZone: string;
  isBusy?: boolean;
  countOf?: (id: number) => number;
  onChoose: (ids: readonly number[]) => void;
};

/** A button for each date of a date poll, and one for none of them (BEYOND 10). A shared time isn't repeated. */
export function DateChoices({ dates, chosen, timeZone, isBusy = false, countOf, onChoose }: Props) {
  const idPrefix = useId();
  const toggle = (id: number) =>
    onChoose(chosen?.includes(id) ? chosen.filter((one) => one !== id) : [...(chosen ?? []), id]);
  const sharedTime = findSharedTime(dates, timeZone);
  return (
    <div className="divide-y divide-line-strong rounded-md border border-line-strong bg-sheet">
      {dates.map(({ id, date, time }) => {
        const isChosen = chosen?.includes(id) ?? false;
        const count = countOf?.(id) ?? 0;
        const countText = count > 0 ? `${count} can come` : "";
        const label = sharedTime ? formatWeekday(date) : formatDateChoice({ date, time }, timeZone);
        const readersTime = meetingTimeForReader(date, time, timeZone);
        // the visible text in its order, for speech control
        const name = [`${label} ${countText}`.trim(), ...(sharedTime ? [sharedTime] : [])].join(", ");
        return (
          <button
            key={id}
            type="button"
            aria-label={name}
            aria-describedby={readersTime && `${idPrefix}${id}`}
            aria-pressed={isChosen}
            disabled={isBusy}
            onClick={ignoreDoubleClick(() => toggle(id))}
            className={`${CHOICE_CLASS} font-semibold`}
          >
            <CheckMark isChecked={isChosen} />
            {label}
            {countText && <span className="ml-auto text-sm font-normal"> {countText}</span>}
            {readersTime && (
              <span id={`${idPrefix}${id}`} className="w-full pl-7 text-sm font-normal">
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
        className={CHOICE_CLASS}
      >
        <CheckMark isChecked={chosen?.length === 0} />
        None of these
      </button>
    </div>
  );
}

/** '7:00 PM' if all dates have that time, which is then shown above them; else undefined. */
export function findSharedTime(dates: readonly Omit<Option, "id">[], timeZone: string): string | undefined {
  const times = new Set(dates.map(({ date, time }) => formatMeetingTime(date, time, timeZone)));
  return times.size === 1 ? [...times][0] : undefined;
}

/** 'Sat, Jan 31, 7:00 PM' */
export const formatDateChoice = ({ date, time }: Omit<Option, "id">, timeZone: string): string =>
  `${formatWeekday(date)}, ${formatMeetingTime(date, time, timeZone)}`;

function CheckMark({ isChecked }: { isChecked: boolean }) {
  const Box = isChecked ? SquareCheck : Square;
  return <Box className="size-5 shrink-0" />;
}

const CHOICE_CLASS =
  "flex min-h-touch w-full flex-wrap items-center gap-x-2 px-3 py-1 text-start leading-tight transition-colors first:rounded-t-md last:rounded-b-md hover:bg-sunk aria-pressed:bg-season-solid aria-pressed:text-on-solid";

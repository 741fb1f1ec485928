import { pluralize } from "#contract/counts.ts";
import { formatMinutes } from "#web/lib/format/duration.ts";

/** '1:02:03', or '2:03' below an hour. */
export function formatPlayTime(seconds: number): string {
  const { hours, minutes, rest } = splitSeconds(seconds);
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}

/** '1 hour 2 minutes', '2 minutes 3 seconds', '3 seconds', for screen readers. */
export function formatSpokenTime(seconds: number): string {
  const { hours, minutes, rest } = splitSeconds(seconds);
  if (hours > 0)
    return minutes > 0 ? `${pluralize(hours, "hour")} ${pluralize(minutes, "minute")}` : pluralize(hours, "hour");
  if (minutes > 0)
    return rest > 0 ? `${pluralize(minutes, "minute")} ${pluralize(rest, "second")}` : pluralize(minutes, "minute");
  return pluralize(rest, "second");
}

/** '2 minutes further on', '1 hour 5 minutes further back', 'at the same place'. */
export function formatDistance(from: number, to: number): string {
  const seconds = Math.round(Math.abs(to - from));
  if (seconds === 0) return "at the same place";
  const roundedSeconds = seconds < 60 ? seconds : Math.round(seconds / 60) * 60;
  return `${formatSpokenTime(roundedSeconds)} further ${to > from ? "on" : "back"}`;
}

/** '3 h 20 min left', '4 min left', '40 s left'. */
export function formatSecondsLeft(seconds: number): string {
  if (Math.round(seconds) < 60) return `${Math.max(0, Math.round(seconds))} s left`;
  return `${formatMinutes(seconds / 60)} left`;
}

/** 'just now', '5 minutes ago', '2 hours ago', '3 days ago'. */
export function formatTimeAgo(time: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - time.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${pluralize(minutes, "minute")} ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${pluralize(hours, "hour")} ago`;
  return `${pluralize(Math.floor(hours / 24), "day")} ago`;
}

function splitSeconds(seconds: number) {
  const wholeSeconds = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return {
    hours: Math.floor(wholeSeconds / 3600),
    minutes: Math.floor((wholeSeconds % 3600) / 60),
    rest: wholeSeconds % 60,
  };
}

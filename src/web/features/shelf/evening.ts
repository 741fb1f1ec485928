import type { ShelfBook } from "#contract/shelf.ts";
import { formatMeetingDate } from "#web/lib/dates.ts";

/** 'Mar 18 · Mia's · 9 came · Rioja'; empty before the meeting. */
export function eveningInWords({ metOn, evening }: Pick<ShelfBook, "metOn" | "evening">): string {
  if (metOn === null) return "";
  const day = formatMeetingDate(metOn, "", "UTC").replace(/, \d{4}$/, "");
  const { place, came, poured } = evening ?? { place: "", came: 0, poured: [] };
  return [day, place, came > 0 && `${came} came`, poured.join(", ")].filter(Boolean).join(" · ");
}

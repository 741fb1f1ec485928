import { counted } from "#contract/counted.ts";

/** '8 hrs and 50 mins', '1 hr', '45 mins'; at least '1 min' (SPEC). */
export function durationInWords(seconds: number): string {
  const total = Math.max(1, Math.round(seconds / 60));
  const hours = Math.floor(total / 60);
  const minutes = total % 60;
  const parts = [hours > 0 && counted(hours, "hr"), minutes > 0 && counted(minutes, "min")];
  return parts.filter(Boolean).join(" and ");
}

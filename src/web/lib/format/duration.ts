/** '3 h 20 min', '4 min', 'less than a minute' */
export function formatMinutes(minutes: number): string {
  const totalMinutes = Math.round(minutes);
  if (totalMinutes < 1) return "less than a minute";
  if (totalMinutes < 60) return `${totalMinutes} min`;
  const hours = Math.floor(totalMinutes / 60);
  const minutesOfHour = totalMinutes % 60;
  return minutesOfHour === 0 ? `${hours} h` : `${hours} h ${minutesOfHour} min`;
}

/** '8 hrs and 50 mins', as in SPEC's field, becomes '8 h 50 min'. */
export function normalizeDuration(text: string): string {
  return text
    .replaceAll(/(\d) ?(?:hrs?|hours?)\b(?: and)?/gi, "$1 h")
    .replaceAll(/(\d) ?(?:mins?|minutes?)\b/gi, "$1 min");
}

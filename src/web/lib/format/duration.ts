/** '3 h 20 min', '4 min', 'less than a minute' */
export function durationText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 1) return "less than a minute";
  if (whole < 60) return `${whole} min`;
  const rest = whole % 60;
  return rest === 0 ? `${Math.floor(whole / 60)} h` : `${Math.floor(whole / 60)} h ${rest} min`;
}

/** '8 hrs and 50 mins', as in SPEC's field, becomes '8 h 50 min'. */
export function normalizeDuration(text: string): string {
  return text
    .replaceAll(/(\d) ?(?:hrs?|hours?)\b(?: and)?/gi, "$1 h")
    .replaceAll(/(\d) ?(?:mins?|minutes?)\b/gi, "$1 min");
}

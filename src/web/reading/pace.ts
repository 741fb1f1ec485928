const KEY = "reader.pace";
/** A calm reader's code points a second, until the member's pace is known. */
const USUAL = 17;
const SLOWEST = 3;
const FASTEST = 80;
/** Seconds. Less is leafing through, more is being away. */
const SHORTEST = 4;
const LONGEST = 300;
const WEIGHT = 0.15;

export function createPace(storage: Pick<Storage, "getItem" | "setItem"> | null) {
  const kept = Number(storage?.getItem(KEY));
  let pace = kept >= SLOWEST && kept <= FASTEST ? kept : USUAL;
  return {
    note(codePoints: number, seconds: number): void {
      const own = codePoints / seconds;
      if (seconds < SHORTEST || seconds > LONGEST || own < SLOWEST || own > FASTEST) return;
      pace += (own - pace) * WEIGHT;
      try {
        storage?.setItem(KEY, pace.toFixed(2));
      } catch {
        // full or forbidden: learned again next time
      }
    },
    minutes: (codePoints: number): number => codePoints / pace / 60,
  };
}

/** "3 min", "1 hr 20 min"; under one minute "less than a minute". */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 1) return "less than a minute";
  if (whole < 60) return `${whole} min`;
  const rest = whole % 60;
  return rest === 0 ? `${Math.floor(whole / 60)} hr` : `${Math.floor(whole / 60)} hr ${rest} min`;
}

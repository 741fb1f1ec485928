const KEY = "reader.pace";
/** Code points a second of a calm reader, until one's own pace is known. */
const USUAL = 17;
const SLOWEST = 3;
const FASTEST = 80;
/** A page that is passed in less was only leafed through; in more, the reader was away. Seconds. */
const SHORTEST = 4;
const LONGEST = 300;
/** How much the newest page counts. */
const WEIGHT = 0.15;

/** How fast a member reads on this device, in code points a second. */
export function createPace(storage: Pick<Storage, "getItem" | "setItem"> | null) {
  const kept = Number(storage?.getItem(KEY));
  let pace = kept >= SLOWEST && kept <= FASTEST ? kept : USUAL;
  return {
    /** A page of so many code points was before somebody for so many seconds. */
    note(codePoints: number, seconds: number): void {
      const own = codePoints / seconds;
      if (seconds < SHORTEST || seconds > LONGEST || own < SLOWEST || own > FASTEST) return;
      pace += (own - pace) * WEIGHT;
      try {
        storage?.setItem(KEY, pace.toFixed(2));
      } catch {
        // full or forbidden: the pace is learned again next time
      }
    },
    /** Minutes that so many code points take. */
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

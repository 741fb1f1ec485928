const GROUNDS = ["bg-wine-solid", "bg-season-solid", "bg-wine-deep", "bg-season-deep"];

/** 100 by 150, in the ink of its letters. */
const ORNAMENTS = [
  <circle key="moon" cx="50" cy="84" r="20" />,
  <path key="waves" d="M18 76q8-8 16 0t16 0 16 0 16 0M18 88q8-8 16 0t16 0 16 0 16 0M18 100q8-8 16 0t16 0 16 0 16 0" />,
  <path key="leaf" d="M50 60q22 20 0 52q-22-32 0-52M50 60v52" />,
  <path key="diamonds" d="M50 62l14 20-14 20-14-20zM50 72l7 10-7 10-7-10z" />,
  <path key="glass" d="M36 62h28q0 24-14 24t-14-24M50 86v24M40 110h20" />,
  <path key="rays" d="M50 84V58M50 84l18-18M50 84h26M50 84l18 18M50 84v26M50 84l-18 18M50 84H24M50 84L32 66" />,
];

/** Deterministic per book. */
const pick = <Choice,>(choices: readonly Choice[], seed: number): Choice | undefined => choices[seed % choices.length];

const seedOf = (text: string) =>
  Array.from(text).reduce((seed, letter) => (seed * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7);

export const coverPatternOf = (title: string): string => pick(GROUNDS, seedOf(title)) ?? "";

export function ClothOrnament({ title }: { title: string }) {
  return (
    <svg
      viewBox="0 0 100 150"
      aria-hidden="true"
      className="absolute inset-0 size-full fill-none stroke-current stroke-[1.5] opacity-35"
    >
      {pick(ORNAMENTS, Math.floor(seedOf(title) / GROUNDS.length))}
    </svg>
  );
}

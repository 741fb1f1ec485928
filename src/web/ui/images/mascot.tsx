import type { Season } from "#contract/season.ts";

/** The season's mouse, on a transparent background. */
export function Mascot({ season, className }: { season: Season; className: string }) {
  return (
    <img
      src={`/images/mascot%20${season}.webp`}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      className={`object-contain ${className}`}
    />
  );
}

import type { Season } from "#contract/season.ts";

/** The book mouse as it is in this season, cut out: it stands on any ground. */
export function Mascot({ season, className }: { season: Season; className: string }) {
  return (
    <img
      src={`/images/mascot ${season}.webp`}
      alt=""
      width={96}
      height={96}
      loading="lazy"
      className={`object-contain ${className}`}
    />
  );
}

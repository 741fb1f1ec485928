import type { Season } from "#contract/season.ts";

/** Poses for empty and error states. */
export type MousePose = "choosing" | "sharing" | "humming" | "lost" | "spilled";

/** A decorative picture, hidden from screen readers; removed if it can't be loaded, such as offline. */
export function MousePicture({ pose, className = "size-28" }: { pose: MousePose; className?: string }) {
  return (
    <img
      src={`/images/mouse%20${pose}.webp`}
      alt=""
      width={112}
      height={112}
      loading="lazy"
      className={`shrink-0 object-contain ${className}`}
      onError={({ currentTarget }) => {
        currentTarget.hidden = true;
      }}
    />
  );
}

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

export function BrandMark({ className = "" }: { className?: string }) {
  return <img src="/images/favicon.svg" alt="" width={80} height={80} className={className} />;
}

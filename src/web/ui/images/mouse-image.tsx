import type { Season } from "#contract/season.ts";

export type MousePose = "choosing" | "sharing" | "humming" | "lost" | "spilled";

/** Removed if it can't be loaded, such as offline. */
export function MouseImage({ pose, className = "size-28" }: { pose: MousePose; className?: string }) {
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

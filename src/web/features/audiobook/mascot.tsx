import { useState } from "react";

import type { Season } from "#contract/season.ts";

/** The mouse that listens along; nothing while its picture is not there. */
export function Mascot({ season, className }: { season: Season | undefined; className: string }) {
  const [missing, setMissing] = useState<Season>();
  if (!season || season === missing) return null;
  return (
    <img
      src={`/images/mascot ${season}.webp`}
      alt=""
      width={112}
      height={112}
      onError={() => setMissing(season)}
      className={`object-contain ${className}`}
    />
  );
}

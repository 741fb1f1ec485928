import type { Season } from "#contract/season.ts";
import { BrandMark, Mascot, MousePicture, type MousePose } from "#web/ui/images/mouse-picture.tsx";
import { QrCode } from "#web/ui/images/qr-code.tsx";
import { SeasonIcon } from "#web/ui/images/season-icon.tsx";
import { WineRing } from "#web/ui/images/wine-ring.tsx";
import { FoldedText, Prose } from "#web/ui/text/prose.tsx";

const SEASONS: Season[] = ["spring", "summer", "fall", "winter"];
const DOINGS: MousePose[] = ["choosing", "sharing", "humming", "lost", "spilled"];

export function PictureSamples() {
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center gap-4">
        <BrandMark className="size-16" />
        {DOINGS.map((doing) => (
          <MousePicture key={doing} doing={doing} className="size-20" />
        ))}
        <WineRing className="size-20" />
        <QrCode text="https://club.example.org/auth" label="QR code of a link" className="size-20 rounded-sm" />
      </div>
      <div className="flex flex-wrap items-center gap-4 rounded-md bg-season-solid p-4 text-on-solid">
        {SEASONS.map((season) => (
          <Mascot key={season} season={season} className="size-20" />
        ))}
        {[...SEASONS, undefined].map((season) => (
          <SeasonIcon key={season ?? "club"} season={season} className="size-7" />
        ))}
      </div>
    </div>
  );
}

const TEXT =
  "It was the best of wines, it was the worst of wines.\nA line break stays.\n\nA blank line begins a paragraph.";

export function TextSamples() {
  return (
    <>
      <Prose className="drop-cap mb-6" text={TEXT} />
      <FoldedText text={TEXT.repeat(2)} lines={2} more="Read more" className="mb-6" />
    </>
  );
}

import type { Season } from "#contract/season.ts";

import { SvgIcon } from "./svg-icon.tsx";

/** On a grid of 24: `body` is tinted, `lines` are strokes. */
type IconDrawing = { readonly body: string; readonly lines: string };

const SEASON_ICONS: Readonly<Record<Season, IconDrawing>> = {
  spring: {
    body: "M8.1 7.2A3.9 3.9 0 1 1 15.9 7.2A3.9 3.9 0 1 1 18.3 14.6A3.9 3.9 0 1 1 12 19.2A3.9 3.9 0 1 1 5.7 14.6A3.9 3.9 0 1 1 8.1 7.2Z",
    lines: "M12 10.9L12 9.9M13.6 12.1L14.6 11.8M13 14L13.6 14.8M11 14L10.4 14.8M10.4 12.1L9.4 11.8",
  },
  summer: {
    body: "M12 7.2a4.8 4.8 0 1 1 0 9.6a4.8 4.8 0 1 1 0-9.6Z",
    lines: "M12 2.2v2M12 19.8v2M2.2 12h2M19.8 12h2M5.7 5.7l.8.8M17.5 17.5l.8.8M18.3 5.7l-.8.8M6.5 17.5l-.8.8",
  },
  fall: {
    body: "M20.5 3.5C12 3 6.2 5.8 5 11c-.5 2.3 0 4.6 1.4 6.2c2.3 1.2 5 1 7.2-.3C18.7 13.9 20.7 9.5 20.5 3.5Z",
    lines: "M15.5 8.5L6.4 17.2C5.2 18.4 4.9 20.6 6.5 21.2C7.7 21.6 8.6 20.5 7.9 19.7M11.9 11.9V8.6M10 13.8h4.2",
  },
  winter: {
    body: "M14.6 12L13.3 14.3H10.7L9.4 12L10.7 9.7H13.3Z",
    lines:
      "M12 9.7V2.2M12 14.3v7.5M14 10.8l6.5-3.7M10 13.2l-6.5 3.7M14 13.2l6.5 3.7M10 10.8L3.5 7.1M9.7 3.8L12 6l2.3-2.2M9.7 20.2L12 18l2.3 2.2M18.2 5.9l-.7 3l3 1M5.8 18.1l.7-3l-3-1M20.5 14.1l-3 1l.7 3M3.5 9.9l3-1l-.7-3",
  },
};

export function SeasonIcon({ season, className }: { season: Season; className: string }) {
  const { body, lines } = SEASON_ICONS[season];
  return (
    <SvgIcon className={className}>
      <path d={body} fill="currentColor" fillOpacity={0.24} />
      <path d={lines} />
    </SvgIcon>
  );
}

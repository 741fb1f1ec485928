const GROUNDS = [
  { name: "paper", look: "bg-paper text-ink" },
  { name: "sheet", look: "bg-sheet text-ink" },
  { name: "sunk", look: "bg-sunk text-ink-soft" },
  { name: "wine", look: "bg-wine-solid text-on-solid" },
  { name: "wine tint", look: "bg-wine-tint text-wine" },
  { name: "season", look: "bg-season-solid text-on-solid" },
  { name: "season deep", look: "bg-season-deep text-on-solid" },
  { name: "season tint", look: "bg-season-tint text-season" },
  { name: "danger", look: "bg-danger-solid text-on-solid" },
  { name: "danger tint", look: "bg-danger-tint text-danger" },
];

const TYPE = ["text-3xl", "text-2xl", "text-xl", "text-lg", "text-base", "text-sm", "text-xs"];
const SHADOWS = ["shadow-page", "shadow-lifted", "shadow-book"];

export function ColourSamples() {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-5">
      {GROUNDS.map(({ name, look }) => (
        <li key={name} className={`rounded-md border border-line p-3 text-sm font-semibold ${look}`}>
          {name}
        </li>
      ))}
    </ul>
  );
}

export function TypeSamples() {
  return (
    <div className="space-y-3">
      {TYPE.map((size) => (
        <p key={size} className={`flex flex-wrap items-baseline gap-x-4 ${size}`}>
          <span className="font-title font-semibold">A page of wine</span>
          <span className="text-ink-soft">{size}</span>
        </p>
      ))}
      <div className="flex flex-wrap gap-6 pt-2">
        {SHADOWS.map((shadow) => (
          <span key={shadow} className={`rounded-md bg-sheet p-4 text-sm ${shadow}`}>
            {shadow}
          </span>
        ))}
      </div>
    </div>
  );
}

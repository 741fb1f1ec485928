const GROUNDS = [
  { name: "paper", classes: "bg-paper text-ink" },
  { name: "sheet", classes: "bg-sheet text-ink" },
  { name: "sunk", classes: "bg-sunk text-ink-soft" },
  { name: "wine", classes: "bg-wine-solid text-on-solid" },
  { name: "wine tint", classes: "bg-wine-tint text-wine" },
  { name: "season", classes: "bg-season-solid text-on-solid" },
  { name: "season deep", classes: "bg-season-deep text-on-solid" },
  { name: "season tint", classes: "bg-season-tint text-season" },
  { name: "danger", classes: "bg-danger-solid text-on-solid" },
  { name: "danger tint", classes: "bg-danger-tint text-danger" },
];

const TYPE = ["text-3xl", "text-2xl", "text-xl", "text-lg", "text-base", "text-sm", "text-xs"];
const SHADOWS = ["shadow-page", "shadow-lifted", "shadow-book"];

export function ColorSamples() {
  return (
    <ul className="grid grid-cols-2 gap-2 sm:grid-cols-5">
      {GROUNDS.map(({ name, classes }) => (
        <li key={name} className={`rounded-md border border-line p-3 text-sm font-semibold ${classes}`}>
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

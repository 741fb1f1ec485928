import { pluralize } from "#contract/counts.ts";
import type { ImportPlan } from "#contract/imports.ts";
import { formatMonth } from "#web/lib/format/dates.ts";

const LINES_SHOWN = 500;

export function PlanTable({ plan: { add, skip, leftOut } }: { plan: ImportPlan }) {
  const lines = [
    ...add.map(({ line, title, author, month }) => ({
      line,
      what: `${title}, ${author}`,
      outcome: formatMonth(month),
    })),
    ...skip.map(({ line, reason }) => ({ line, what: reason, outcome: "Skipped" })),
    ...leftOut.map(({ line, what }) => ({ line, what, outcome: "Left out" })),
  ].toSorted((a, b) => a.line - b.line);
  return (
    <>
      <p className="font-semibold">
        {pluralize(add.length, "book")} to add, {pluralize(skip.length, "line")} to skip
      </p>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
        tabIndex={0}
        aria-label="Preview"
        className="mt-2 max-h-96 overflow-auto rounded-md border border-line"
      >
        <table className="w-full text-left text-sm">
          <thead className="sticky top-0 bg-sunk">
            <tr>
              <th className="px-3 py-2">Line</th>
              <th className="px-3 py-2">Book</th>
              <th className="px-3 py-2">Month</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {lines.slice(0, LINES_SHOWN).map(({ line, what, outcome }) => (
              <tr key={`${line} ${outcome}`} className={outcome === "Skipped" ? "text-ink-soft" : ""}>
                <td className="px-3 py-1.5">{line}</td>
                <td className="px-3 py-1.5 wrap-anywhere">{what}</td>
                <td className="px-3 py-1.5 whitespace-nowrap">{outcome}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {lines.length > LINES_SHOWN && (
        <p className="mt-1 text-sm text-ink-soft">and {lines.length - LINES_SHOWN} more</p>
      )}
    </>
  );
}

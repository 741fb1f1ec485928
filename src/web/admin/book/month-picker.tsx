import { useState } from "react";

import { Select } from "#web/ui/forms/select.tsx";

import type { BookDraft } from "./book-form-values.ts";

type Props = { draft: BookDraft; note: string | undefined };

const MONTHS = Array.from({ length: 12 }, (_, index) =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(Date.UTC(2000, index, 15)),
);

/** Two lists for yyyy-MM, because half of the browsers have no month input. */
export function MonthPicker({ draft, note }: Props) {
  const [year = "", month = ""] = draft.values.month.split("-");
  const [thisYear] = useState(() => new Date().getFullYear());
  const years = new Set([Number(year) || thisYear]);
  for (let shownYear = thisYear - 8; shownYear <= thisYear + 3; shownYear += 1) years.add(shownYear);
  return (
    <fieldset>
      <legend className="mb-1.5 block text-sm font-semibold">Month and year</legend>
      <div className="grid grid-cols-[1.4fr_1fr] gap-3 max-[20rem]:grid-cols-1">
        <Select
          label="Month"
          isLabelHidden
          name="month"
          value={month}
          error={draft.errors["month"]}
          onText={(value) => draft.set({ month: `${year}-${value}` })}
          options={MONTHS.map((name, index) => [String(index + 1).padStart(2, "0"), name])}
        />
        <Select
          label="Year"
          isLabelHidden
          value={year}
          onText={(value) => draft.set({ month: `${value}-${month}` })}
          options={[...years].toSorted((a, b) => b - a).map((each) => [String(each).padStart(4, "0"), String(each)])}
        />
      </div>
      <output className="mt-1.5 block text-sm text-ink-soft empty:sr-only">{note}</output>
    </fieldset>
  );
}

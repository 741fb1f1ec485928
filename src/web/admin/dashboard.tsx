import { useState } from "react";

import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";

import { Checklist } from "./months/checklist.tsx";
import { TABS_ID } from "./months/month-lines.tsx";
import { TABS } from "./tabs.tsx";

/** Each tab mounts when first opened and then stays, with what was typed. */
export function Dashboard() {
  const [query, setQuery] = useSearchParams();
  const wanted = TABS.findIndex(({ key }) => key === query.get("tab"));
  const selected = Math.max(0, wanted);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set([selected]));
  if (!opened.has(selected)) setOpened(new Set(opened).add(selected));

  const select = (index: number) => {
    const changed = new URLSearchParams(query);
    changed.set("tab", TABS[index]?.key ?? TABS[0].key);
    setQuery(changed);
  };
  return (
    <div className="space-y-6">
      <Checklist />
      <div id={TABS_ID}>
        <Tabs
          label="Admin Dashboard"
          selectedIndex={selected}
          onChange={select}
          tabs={TABS.map(({ name, icon, panel }, index) => ({
            name,
            icon,
            panel: opened.has(index) ? panel() : null,
          }))}
        />
      </div>
    </div>
  );
}

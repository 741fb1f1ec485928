import { Tab, TabGroup, TabList, TabPanel, TabPanels } from "@headlessui/react";
import { Fragment, type ReactNode } from "react";

type Props = {
  label: string;
  tabs: { name: string; icon?: ReactNode; panel: ReactNode }[];
  selectedIndex?: number;
  onChange?: (index: number) => void;
};

/** Tabs with one panel each; arrow keys move, the row scrolls by itself on narrow screens. Panels stay mounted. */
export function Tabs({ label, tabs, selectedIndex, onChange }: Props) {
  return (
    <TabGroup {...(selectedIndex === undefined ? {} : { selectedIndex })} {...(onChange ? { onChange } : {})}>
      <TabList aria-label={label} className="flex gap-1 overflow-x-auto rounded-md bg-sunk p-1">
        {tabs.map(({ name, icon }) => (
          <Tab
            key={name}
            className="inline-flex min-h-touch shrink-0 grow items-center justify-center gap-2 rounded-sm px-4 font-semibold whitespace-nowrap text-ink-soft transition-colors -outline-offset-2 hover:text-ink data-selected:bg-sheet data-selected:text-season data-selected:shadow-page"
          >
            {icon}
            {name}
          </Tab>
        ))}
      </TabList>
      <TabPanels as={Fragment}>
        {tabs.map(({ name, panel }) => (
          <TabPanel key={name} unmount={false} className="mt-6 rounded-sm">
            {panel}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  );
}

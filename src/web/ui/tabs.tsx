import { Tab, TabGroup, TabList, TabPanel, TabPanels } from "@headlessui/react";
import { Fragment, type ReactNode } from "react";

type Props = {
  label: string;
  tabs: { name: string; icon?: ReactNode; panel: ReactNode }[];
  selectedIndex?: number;
  onChange?: (index: number) => void;
};

/** Tabs with one panel each; arrow keys move, and on narrow screens they stand in two or three columns. Panels stay mounted. */
export function Tabs({ label, tabs, selectedIndex, onChange }: Props) {
  return (
    <TabGroup {...(selectedIndex === undefined ? {} : { selectedIndex })} {...(onChange ? { onChange } : {})}>
      <TabList
        aria-label={label}
        className="grid grid-cols-2 gap-1 rounded-md bg-sunk p-1 sm:grid-cols-3 lg:flex lg:flex-wrap"
      >
        {tabs.map(({ name, icon }) => (
          <Tab
            key={name}
            className="inline-flex min-h-touch grow items-center justify-center gap-2 rounded-sm px-2 text-sm font-semibold sm:px-3 sm:whitespace-nowrap xl:text-base text-ink-soft transition-colors -outline-offset-2 hover:text-ink data-selected:bg-sheet data-selected:text-season data-selected:shadow-page"
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

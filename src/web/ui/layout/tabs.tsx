import { Tab, TabGroup, TabList, TabPanel, TabPanels } from "@headlessui/react";
import type { LucideIcon } from "lucide-react";
import { Fragment, type ReactNode } from "react";

type Props = {
  label: string;
  tabs: { name: string; icon?: LucideIcon; panel: ReactNode }[];
  selectedIndex?: number;
  onChange?: (index: number) => void;
};

/** Scrolls when too wide; arrow keys move. Panels stay mounted. */
export function Tabs({ label, tabs, selectedIndex, onChange }: Props) {
  return (
    <TabGroup {...(selectedIndex === undefined ? {} : { selectedIndex })} {...(onChange ? { onChange } : {})}>
      <TabList
        aria-label={label}
        className="scroll-fade relative flex snap-x gap-1 overflow-x-auto rounded-md bg-sunk p-1 [scrollbar-width:none] max-sm:-mx-4 max-sm:rounded-none max-sm:px-4"
      >
        {tabs.map(({ name, icon: Icon }, index) => (
          <Tab
            key={name}
            ref={index === selectedIndex ? center : null}
            className="inline-flex min-h-touch shrink-0 grow snap-center items-center justify-center gap-2 rounded-sm px-3 text-sm font-semibold whitespace-nowrap text-ink-soft transition-colors -outline-offset-2 hover:text-ink data-selected:bg-sheet data-selected:text-season data-selected:shadow-page"
          >
            {Icon && <Icon className="size-5 shrink-0 max-xl:hidden" />}
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

/** Not scrollIntoView, which would also move the page. */
function center(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (tab && list) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

import { Tab, TabGroup, TabList, TabPanel, TabPanels } from "@headlessui/react";
import { BookOpen, FileText, Headphones, LibraryBig, type LucideIcon, Mail, Users } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";

import { BookTab } from "#web/admin/book/book-tab.tsx";
import { ContentTab } from "#web/admin/content/content-tab.tsx";
import { EmailTab } from "#web/admin/email/email-tab.tsx";
import { FileTab } from "#web/admin/files/file-tab.tsx";
import { Checklist } from "#web/admin/months/checklist.tsx";
import { TABS_ID } from "#web/admin/months/month-lines.tsx";
import { UserTab } from "#web/admin/users/user-tab.tsx";
import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";

type DashboardTab = { key: string; name: string; icon: LucideIcon; panel: ReactNode };

/** In SPEC 2's order; the first is the default. */
const TABS: readonly [DashboardTab, ...DashboardTab[]] = [
  { key: "content", name: "Content Management", icon: FileText, panel: <ContentTab /> },
  { key: "book", name: "Book Info", icon: LibraryBig, panel: <BookTab /> },
  { key: "ebook", name: "eBook Files", icon: BookOpen, panel: <FileTab kind="ebook" /> },
  { key: "audiobook", name: "Audiobook Files", icon: Headphones, panel: <FileTab kind="audiobook" /> },
  { key: "users", name: "User Management", icon: Users, panel: <UserTab /> },
  { key: "email", name: "Email Configuration", icon: Mail, panel: <EmailTab /> },
];

/** Each tab mounts when it's first opened and then stays, with its typed text. */
export function Dashboard() {
  const [query, setQuery] = useSearchParams();
  const requestedIndex = TABS.findIndex(({ key }) => key === query.get("tab"));
  const selectedIndex = Math.max(0, requestedIndex);
  const [openedTabs, setOpenedTabs] = useState<ReadonlySet<number>>(new Set([selectedIndex]));
  if (!openedTabs.has(selectedIndex)) setOpenedTabs(new Set(openedTabs).add(selectedIndex));

  const select = (index: number) => {
    const newQuery = new URLSearchParams(query);
    newQuery.set("tab", TABS[index]?.key ?? TABS[0].key);
    setQuery(newQuery);
  };
  return (
    <div className="space-y-6">
      <Checklist />
      <div id={TABS_ID}>
        {/* Scrolls if it's too wide, which its edges show. */}
        <TabGroup selectedIndex={selectedIndex} onChange={select}>
          <TabList
            aria-label="Admin Dashboard"
            className="relative flex max-lg:[mask-image:linear-gradient(to_right,transparent,#000_1.25rem_calc(100%-1.25rem),transparent)] snap-x gap-1 overflow-x-auto rounded-md bg-sunk p-1 [scrollbar-width:none] max-lg:-mx-4 max-lg:rounded-none max-lg:px-4"
          >
            {TABS.map(({ key, name, icon: Icon }, index) => (
              <Tab
                key={key}
                ref={index === selectedIndex ? scrollToCenter : null}
                className="inline-flex min-h-touch shrink-0 grow snap-center items-center justify-center gap-2 rounded-sm px-3 text-sm font-semibold whitespace-nowrap text-ink-soft transition-colors -outline-offset-2 hover:text-ink data-selected:bg-sheet data-selected:text-season data-selected:shadow-page"
              >
                <Icon className="size-5 shrink-0 max-xl:hidden" />
                {name}
              </Tab>
            ))}
          </TabList>
          <TabPanels as={Fragment}>
            {TABS.map(({ key, panel }, index) => (
              <TabPanel key={key} unmount={false} className="mt-6 rounded-sm">
                {openedTabs.has(index) && panel}
              </TabPanel>
            ))}
          </TabPanels>
        </TabGroup>
      </div>
    </div>
  );
}

/** Not scrollIntoView, which would also scroll the page. */
function scrollToCenter(tab: HTMLElement | null): void {
  const list = tab?.parentElement;
  if (tab && list) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

import { BookOpen, FileText, Headphones, LibraryBig, type LucideIcon, Mail, Users } from "lucide-react";
import { type ReactNode, useState } from "react";

import { BookTab } from "#web/admin/book/book-tab.tsx";
import { ContentTab } from "#web/admin/content/content-tab.tsx";
import { EmailTab } from "#web/admin/email/email-tab.tsx";
import { FileTab } from "#web/admin/files/file-tab.tsx";
import { Checklist } from "#web/admin/months/checklist.tsx";
import { TABS_ID } from "#web/admin/months/month-lines.tsx";
import { UserTab } from "#web/admin/users/user-tab.tsx";
import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";
import { Tabs } from "#web/ui/layout/tabs.tsx";

type DashboardTab = { key: string; name: string; icon: LucideIcon; panel: () => ReactNode };

/** In SPEC 2's order; the first is the default. */
const TABS: readonly [DashboardTab, ...DashboardTab[]] = [
  { key: "content", name: "Content Management", icon: FileText, panel: () => <ContentTab /> },
  { key: "book", name: "Book Info", icon: LibraryBig, panel: () => <BookTab /> },
  { key: "ebook", name: "eBook Files", icon: BookOpen, panel: () => <FileTab kind="ebook" /> },
  {
    key: "audiobook",
    name: "Audiobook Files",
    icon: Headphones,
    panel: () => <FileTab kind="audiobook" />,
  },
  { key: "users", name: "User Management", icon: Users, panel: () => <UserTab /> },
  { key: "email", name: "Email Configuration", icon: Mail, panel: () => <EmailTab /> },
];

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

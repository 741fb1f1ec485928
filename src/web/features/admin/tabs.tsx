import { BookOpen, FileText, Headphones, LibraryBig, Mail, Users } from "lucide-react";
import type { ReactNode } from "react";

import { BookTab } from "./book/book-tab.tsx";
import { ContentTab } from "./content/content-tab.tsx";
import { EmailTab } from "./email/email-tab.tsx";
import { FileTab } from "./files/file-tab.tsx";
import { UserTab } from "./users/user-tab.tsx";

export type DashboardTab = { key: string; name: string; icon: ReactNode; panel: () => ReactNode };

const ICON = { "aria-hidden": true, className: "size-5 shrink-0 max-xl:hidden" } as const;

/** In SPEC 2's order; the first is the default. */
export const TABS: readonly [DashboardTab, ...DashboardTab[]] = [
  { key: "content", name: "Content Management", icon: <FileText {...ICON} />, panel: () => <ContentTab /> },
  { key: "book", name: "Book Info", icon: <LibraryBig {...ICON} />, panel: () => <BookTab /> },
  { key: "ebook", name: "eBook Files", icon: <BookOpen {...ICON} />, panel: () => <FileTab kind="ebook" /> },
  {
    key: "audiobook",
    name: "Audiobook Files",
    icon: <Headphones {...ICON} />,
    panel: () => <FileTab kind="audiobook" />,
  },
  { key: "users", name: "User Management", icon: <Users {...ICON} />, panel: () => <UserTab /> },
  { key: "email", name: "Email Configuration", icon: <Mail {...ICON} />, panel: () => <EmailTab /> },
];

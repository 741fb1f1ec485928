import { BookOpen, FileText, Headphones, LibraryBig, type LucideIcon, Mail, Users } from "lucide-react";
import type { ReactNode } from "react";

import { BookTab } from "./book/book-tab.tsx";
import { ContentTab } from "./content/content-tab.tsx";
import { EmailTab } from "./email/email-tab.tsx";
import { FileTab } from "./files/file-tab.tsx";
import { UserTab } from "./users/user-tab.tsx";

type DashboardTab = { key: string; name: string; icon: LucideIcon; panel: () => ReactNode };

/** In SPEC 2's order; the first is the default. */
export const TABS: readonly [DashboardTab, ...DashboardTab[]] = [
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

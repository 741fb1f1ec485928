import type { ComponentType } from "react";

/** `label` is its link on the pages of the Club tab, `title` the one in the footer (SPEC 2). */
type MemberPage = {
  to: string;
  params?: string;
  label?: string;
  title?: string;
  isForAdmins?: true;
  load: () => Promise<{ Page: ComponentType }>;
};

/** Each page is loaded when it's first opened, because together they are as large as the rest of the app. */
export const MEMBER_PAGES: readonly MemberPage[] = [
  { to: "/audiobook", load: () => import("./pages/audiobook.tsx") },
  { to: "/ebook", load: () => import("./pages/ebook.tsx") },
  { to: "/help", load: () => import("./pages/help.tsx") },
  { to: "/privacy", load: () => import("./pages/privacy.tsx") },
  { to: "/profile", load: () => import("./pages/profile.tsx") },
  { to: "/read", params: "/:bookId?", load: () => import("./pages/read.tsx") },
  { to: "/talk", label: "Talk", load: () => import("./pages/talk.tsx") },
  { to: "/shelf", params: "/:bookId?", label: "Shelf", load: () => import("./pages/shelf.tsx") },
  {
    to: "/recommendations",
    label: "Next book",
    title: "Book Recommendations",
    load: () => import("./pages/recommendations.tsx"),
  },
  { to: "/wines", label: "Wines", title: "Wine Recommendations", load: () => import("./pages/wines.tsx") },
  { to: "/hosts", label: "Hosts", load: () => import("./pages/hosts.tsx") },
  { to: "/meetings", params: "/:meetingId/host", load: () => import("./pages/host-meeting.tsx") },
  { to: "/admin", isForAdmins: true, load: () => import("./pages/admin.tsx") },
  { to: "/admin/health", isForAdmins: true, load: () => import("./pages/admin-health.tsx") },
  { to: "/admin/months", params: "/:month", isForAdmins: true, load: () => import("./pages/admin-month.tsx") },
];

/** The pattern of members' pages' paths, for the service worker, which doesn't contain the pages. */
export function memberPathPattern(): string {
  const paths = MEMBER_PAGES.map(({ to, params = "" }) => (to + params).replaceAll(/\/:\w+(\??)/g, "(?:/[^/]+)$1"));
  return `^(?:/|${paths.join("|")})$`;
}

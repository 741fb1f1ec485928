import { BookOpen, Headphones, House, ShieldCheck } from "lucide-react";
import { NavLink } from "react-router";

const TABS = [
  { to: "/", label: "Home", Icon: House },
  { to: "/ebook", label: "eBook", Icon: BookOpen },
  { to: "/audiobook", label: "Audiobook", Icon: Headphones },
];
const ADMIN_TAB = { to: "/admin", label: "Admin", Icon: ShieldCheck };

/** The tabs of SPEC 2. Labels hide on very small screens, but not from screen readers. */
export function Navigation({ isAdmin }: { isAdmin: boolean }) {
  const tabs = isAdmin ? [...TABS, ADMIN_TAB] : TABS;
  return (
    <nav aria-label="Main">
      <ul className="flex justify-around sm:justify-start sm:gap-1 lg:justify-center">
        {tabs.map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className="flex min-h-14 min-w-touch rounded-t-sm -outline-offset-4 flex-col items-center justify-center gap-x-2 border-b-3 border-transparent px-2 pt-1 text-xs font-semibold text-ink-soft transition-colors hover:text-ink aria-[current=page]:border-season aria-[current=page]:text-season sm:min-h-12 sm:flex-row sm:px-4 sm:pt-0 sm:text-base lg:min-h-16"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              <span className="max-[21.5rem]:sr-only">{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

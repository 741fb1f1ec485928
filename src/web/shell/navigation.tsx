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
              className="flex min-h-12 min-w-touch items-center justify-center gap-2 border-b-3 border-transparent px-2.5 font-semibold text-ink-soft transition-colors hover:text-ink aria-[current=page]:border-season-solid aria-[current=page]:text-season sm:px-4 lg:min-h-16"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              <span className="max-[25rem]:sr-only">{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

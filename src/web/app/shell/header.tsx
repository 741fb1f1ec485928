import { useAtomValue } from "jotai";

import { useClub } from "#web/api/club.ts";
import { userAtom } from "#web/state/session.ts";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";

import { AccountMenu } from "./account-menu.tsx";
import { Navigation } from "./navigation.tsx";
import { HeaderFrame } from "./page-frame.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export function Header() {
  const user = useAtomValue(userAtom);
  const club = useClub();
  return (
    <HeaderFrame
      name={club.name}
      tabs={user && <Navigation isAdmin={user.isAdmin} />}
      tools={
        <>
          <ThemeSwitch />
          {user ? (
            <AccountMenu user={user} />
          ) : (
            <ButtonLink to="/auth" variant="primary">
              Sign in
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

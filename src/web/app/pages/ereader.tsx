import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { MAIL_LINKS } from "#contract/first-paint.ts";
import { ConfirmCard } from "#web/books/confirm-card.tsx";

import { LinkPage } from "./link-page.tsx";

/** Where the link in the first mail to an eReader leads (BEYOND 9); opening it changes nothing. */
export function EreaderPage() {
  const token = useToken();
  return (
    <LinkPage title="Confirm your eReader">
      <ConfirmCard token={token} />
    </LinkPage>
  );
}

/** Reads the secret from the address and removes it, so it isn't in the history. */
function useToken(): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(hash.slice(1));
  // another link opened in the same tab changes only the hash
  if (hash && hash.slice(1) !== token) setToken(hash.slice(1));
  useEffect(() => {
    if (hash) void navigate(MAIL_LINKS.ereader, { replace: true });
  }, [hash, navigate]);
  return token;
}

import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { MAIL_LINKS } from "#contract/first-paint.ts";
import { ConfirmEreaderCard } from "#web/books/confirm-card.tsx";

import { LinkPage } from "./link-page.tsx";

/** The page that the first email to an eReader links to (BEYOND 9). Opening it changes nothing. */
export function EreaderPage() {
  const token = useToken();
  return (
    <LinkPage title="Confirm your eReader">
      <ConfirmEreaderCard token={token} />
    </LinkPage>
  );
}

/** Reads the secret from the address and removes it from the history. */
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

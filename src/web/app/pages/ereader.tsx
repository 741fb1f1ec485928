import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";

import { useClub } from "#web/api/club.ts";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { ConfirmCard } from "#web/features/ereader/confirm-card.tsx";
import { BrandMark } from "#web/ui/brand-mark.tsx";

/** Where the link in the first mail to an eReader leads (BEYOND 9); opening it changes nothing. */
export function EreaderPage() {
  const club = useClub();
  const token = useToken();
  useDocumentTitle("Confirm your eReader");
  return (
    <main className="mx-auto w-full max-w-xl px-4 py-10">
      <h1 className="mb-6 flex items-center justify-center gap-3 text-2xl">
        <BrandMark className="size-12 shrink-0" />
        <span className="text-balance">{club.name}</span>
      </h1>
      <ConfirmCard token={token} />
      <p className="mt-6 text-center">
        <Link to="/" className="inline-flex min-h-touch items-center underline underline-offset-4">
          Open the club
        </Link>
      </p>
    </main>
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
    if (hash) void navigate("/ereader", { replace: true });
  }, [hash, navigate]);
  return token;
}

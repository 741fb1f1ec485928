import { useEffect } from "react";

import { useClub } from "#web/api/club.ts";

/** Names the page in the browser's tab: '{page} · {club}'. */
export function useDocumentTitle(page: string): void {
  const { name } = useClub();
  useEffect(() => {
    document.title = `${page} · ${name}`;
  }, [page, name]);
}

import { useEffect } from "react";

import { useClub } from "./club.ts";

/** '{page} · {club}'. */
export function useDocumentTitle(page: string): void {
  const { name, isKnown } = useClub();
  useEffect(() => {
    document.title = isKnown ? `${page} · ${name}` : page;
  }, [page, name, isKnown]);
}

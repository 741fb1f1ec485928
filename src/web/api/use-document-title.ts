import { useEffect } from "react";

import { useClub } from "./club.ts";

export function useDocumentTitle(page: string): void {
  const { name, isKnown } = useClub();
  useEffect(() => {
    document.title = isKnown ? `${page} · ${name}` : page;
  }, [page, name, isKnown]);
}

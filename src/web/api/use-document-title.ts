import { useEffect } from "react";

import { useClub } from "./club.ts";

export function useDocumentTitle(page: string): void {
  const { name, isNameLoaded } = useClub();
  useEffect(() => {
    document.title = isNameLoaded ? `${page} · ${name}` : page;
  }, [page, name, isNameLoaded]);
}

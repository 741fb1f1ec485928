import { useEffect } from "react";

import { useClub } from "./club.ts";

export function useDocumentTitle(page: string): void {
  const { name } = useClub();
  useEffect(() => {
    document.title = `${page} · ${name}`;
  }, [page, name]);
}

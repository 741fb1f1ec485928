import { type ComponentType, useEffect, useState } from "react";

import { Spinner } from "#web/ui/feedback/skeleton.tsx";

/** A page whose code is fetched when it's first shown, or before by `load`. React's `lazy` would delay it by 300 ms. */
export function lazyPage(fetchPage: () => Promise<ComponentType>, spinnerClass = "min-h-[50dvh]") {
  let fetchedPage: ComponentType | null = null;
  const load = async () => (fetchedPage ??= await fetchPage());

  function LazyPage() {
    const [Page, setPage] = useState(() => fetchedPage);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Page) return;
      load().then(
        (page) => setPage(() => page),
        (error: unknown) => setFailure({ error }),
      );
    }, [Page]);
    if (failure) throw failure.error;
    if (!Page) return <Spinner className={spinnerClass} />;
    return <Page />;
  }
  return Object.assign(LazyPage, { load });
}

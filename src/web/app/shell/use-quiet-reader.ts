import { useSetAtom } from "jotai";
import { useEffect } from "react";

import { toastAtom } from "#web/ui/feedback/toast.ts";

/** Ends the previous page's message as the reader opens, over which it would lie. What went wrong is still said. */
export function useDismissToastInReader(isReading: boolean): void {
  const setToast = useSetAtom(toastAtom);
  useEffect(() => {
    if (isReading) setToast((toast) => (toast?.style === "destructive" ? toast : undefined));
  }, [isReading, setToast]);
}

import { useAtom } from "jotai";
import { lazy, Suspense, useEffect } from "react";

import { NOTICE_CLASS } from "./slow-notice.tsx";
import { TOAST_DURATION, toastAtom } from "./toast.ts";

// The toast library is fetched with the first message: most visits see none. It may not come, offline for one.
const Toaster = lazy(() =>
  import("./toaster.tsx").then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: PlainToast }),
  ),
);

/** Stands once at the root of the app and shows what `showToast` sends. */
export function ToastRegion() {
  const [toast] = useAtom(toastAtom);
  return (
    toast && (
      <Suspense>
        <Toaster toast={toast} />
      </Suspense>
    )
  );
}

/** The message without the library. */
function PlainToast() {
  const [toast, setToast] = useAtom(toastAtom);
  useEffect(() => {
    const timer = setTimeout(setToast, TOAST_DURATION, undefined);
    return () => clearTimeout(timer);
  });
  return (
    <p role="alert" className={NOTICE_CLASS}>
      {toast?.title}: {toast?.description}
    </p>
  );
}

import { useAtom } from "jotai";
import { lazy, Suspense } from "react";

import { useTimeout } from "#web/lib/hooks/use-timeout.ts";

import { NOTICE_CLASS } from "./slow-notice.tsx";
import { TOAST_DURATION, toastAtom } from "./toast.ts";

// Loaded with the first message: most visits see none. May fail, e.g. offline.
const Toaster = lazy(() =>
  import("./toaster.tsx").then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: PlainToast }),
  ),
);

/** Mounted once; shows what `showToast` sends. */
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

function PlainToast() {
  const [toast, setToast] = useAtom(toastAtom);
  useTimeout(() => setToast(undefined), TOAST_DURATION, toast);
  return (
    <p role="alert" className={NOTICE_CLASS}>
      {toast?.title}: {toast?.description}
    </p>
  );
}

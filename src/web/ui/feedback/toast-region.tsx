import { useAtom, useAtomValue } from "jotai";
import { lazy, Suspense } from "react";

import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { slowCallsAtom } from "#web/state/slow-calls.ts";

import { TOAST_DURATION_MS, toastAtom } from "./toast.ts";

const NOTICE_CLASS =
  "notice pointer-events-none fixed bottom-20 left-4 z-40 mr-4 rounded-md border border-line bg-sheet px-4 py-2 text-sm shadow-lifted print:hidden";

export function SlowNotice() {
  const isSlow = useAtomValue(slowCallsAtom) > 0;
  return (
    <output className={isSlow ? NOTICE_CLASS : "sr-only"}>
      {isSlow && "This is taking longer than usual. Still trying…"}
    </output>
  );
}

// loaded with the first toast, because most visits have none; may fail, such as offline
const Toaster = lazy(() =>
  import("./toaster.tsx").then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: PlainToast }),
  ),
);

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
  useTimeout(() => setToast(undefined), TOAST_DURATION_MS, toast);
  return (
    <p role="alert" className={NOTICE_CLASS}>
      {toast?.title}: {toast?.description}
    </p>
  );
}

import { useAtomValue } from "jotai";
import { lazy, Suspense } from "react";

import { toastAtom } from "./toast.ts";

// The toast library is fetched with the first message: most visits see none.
const Toaster = lazy(() => import("./toaster.tsx").then(({ Toaster }) => ({ default: Toaster })));

/** Stands once at the root of the app and shows what `showToast` sends. */
export function ToastRegion() {
  const toast = useAtomValue(toastAtom);
  if (!toast) return null;
  return (
    <Suspense fallback={null}>
      <Toaster toast={toast} />
    </Suspense>
  );
}

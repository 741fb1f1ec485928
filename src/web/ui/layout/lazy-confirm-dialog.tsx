import { type ComponentProps, lazy, Suspense } from "react";

import { retryImport } from "#web/lib/browser/retry.ts";

import type { ConfirmDialog as Dialog } from "./confirm-dialog.tsx";

// its library is as large as a page's own code, and the dialog is rarely opened
const ConfirmDialog = lazy(() =>
  retryImport(() => import("./confirm-dialog.tsx")).then(({ ConfirmDialog }) => ({ default: ConfirmDialog })),
);

export function LazyConfirmDialog({ isOpen = true, ...props }: ComponentProps<typeof Dialog>) {
  return (
    isOpen && (
      <Suspense fallback={null}>
        <ConfirmDialog {...props} />
      </Suspense>
    )
  );
}

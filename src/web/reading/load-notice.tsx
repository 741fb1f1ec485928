import type { ReactNode } from "react";

import { reasonText } from "#web/api/failure-reason.ts";
import { useOnline } from "#web/lib/hooks/use-listener.ts";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";

export function LoadNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isOnline = useOnline();
  return (
    <div
      role="alert"
      className="flex w-full flex-wrap items-center gap-3 rounded-md border border-danger/50 bg-danger-tint px-4 py-3"
    >
      <span className="min-w-0 flex-1 basis-52 text-ink">
        <strong className="block text-danger">We couldn't load this part of the book</strong>
        {isOnline ? reasonText(error) : "You're offline, and this part isn't on your device."}
      </span>
      <Button variant="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

export function BookLoadingScreen({ title }: { title: ReactNode }) {
  return (
    <div className="fixed inset-0">
      <p className="absolute inset-x-6 bottom-1/2 mb-10 text-center font-title text-2xl text-balance">{title}</p>
      <Spinner className="h-full" />
    </div>
  );
}

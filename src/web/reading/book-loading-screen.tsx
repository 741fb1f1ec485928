import type { ReactNode } from "react";

import { Spinner } from "#web/ui/feedback/skeleton.tsx";

export function BookLoadingScreen({ title }: { title: ReactNode }) {
  return (
    <div className="fixed inset-0">
      <p className="absolute inset-x-6 bottom-1/2 mb-10 text-center font-title text-2xl text-balance">{title}</p>
      <Spinner className="h-full" />
    </div>
  );
}

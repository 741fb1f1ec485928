import { CircleAlert } from "lucide-react";

import { Button } from "#web/ui/button.tsx";

export function SaveErrorCard() {
  return (
    <section role="alert" className="rounded-lg border-2 border-danger bg-danger-tint p-5 sm:p-6">
      <h2 className="flex items-center gap-2.5 text-xl text-danger">
        <CircleAlert className="size-6 shrink-0" />
        Error Saving Progress
      </h2>
      <p className="mt-3 font-semibold">Error saving your progress</p>
      <p className="mt-1 max-w-measure text-balance">
        We're having trouble saving your listening progress. Please try refreshing the page.
      </p>
      <Button variant="danger" className="mt-4" onClick={() => location.reload()}>
        Refresh Page
      </Button>
    </section>
  );
}

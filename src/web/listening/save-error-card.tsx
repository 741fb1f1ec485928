import { CircleAlert } from "lucide-react";

import { Button } from "#web/ui/forms/button.tsx";

export function SaveErrorCard() {
  return (
    <section role="alert" className="rounded-md border-2 border-danger bg-danger-tint p-3 max-sm:text-sm sm:p-5">
      <h2 className="flex items-center gap-2.5 text-xl text-danger">
        <CircleAlert className="size-6 shrink-0" />
        Error Saving Progress
      </h2>
      <p className="mt-1 font-semibold sm:mt-2">Error saving your progress</p>
      <p className="max-w-measure">
        We're having trouble saving your listening progress. Please try refreshing the page.
      </p>
      <Button variant="danger" className="mt-1.5 sm:mt-3" onClick={() => location.reload()}>
        Refresh Page
      </Button>
    </section>
  );
}

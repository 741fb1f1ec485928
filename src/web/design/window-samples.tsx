import { useState } from "react";

import { showError, showSuccess } from "#web/ui/feedback/toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";

export function WindowSamples() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <div className="mb-6 flex flex-wrap gap-3">
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        Open a dialog
      </Button>
      <Button variant="quiet" onClick={() => showSuccess("Your post has been added")}>
        Show a toast
      </Button>
      <Button variant="quiet" onClick={() => showError("Failed to add your post.")}>
        Show an error
      </Button>
      <ConfirmDialog isOpen={isOpen} title="Delete this user?" confirm="Delete user" onConfirm={close} onClose={close}>
        Their posts and listening progress are deleted too. This can't be undone.
      </ConfirmDialog>
    </div>
  );
}

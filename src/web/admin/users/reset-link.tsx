import { Copy } from "lucide-react";

import type { UserRow } from "#contract/users.ts";
import { call } from "#web/api/call.ts";
import { serverMessageOr, useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { INPUT_CLASS } from "#web/ui/forms/labelled-box.tsx";
import { copyText } from "#web/ui/text/share-button.tsx";

export function ResetLink({ user }: { user: UserRow }) {
  const make = useMutationWithToast({
    act: () => call("POST /api/users/:id/reset-link", { params: { id: user.id } }),
    failed: "Couldn't create a link. Please try again.",
    explain: serverMessageOr,
  });
  if (!make.data)
    return (
      <span className="mt-4 block">
        Or let them choose a password: a link works once, for an hour, and signs nobody out before that.{" "}
        <Button variant="plain" disabled={make.isPending} onClick={() => make.mutate()}>
          Make a link instead
        </Button>
      </span>
    );
  const { url } = make.data;
  return (
    <span className="mt-4 flex flex-wrap gap-2">
      <input
        readOnly
        aria-label="Link to set a new password"
        value={url}
        className={`${INPUT_CLASS} min-w-0 flex-1 basis-52`}
        onFocus={({ target }) => target.select()}
      />
      <Button variant="quiet" icon={Copy} onClick={() => void copyText(url, "Link copied to clipboard")}>
        Copy
      </Button>
    </span>
  );
}

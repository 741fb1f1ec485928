import { useAtomValue } from "jotai";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { formatCallFailure } from "#web/api/failure-reason.ts";
import { useCheckSession } from "#web/api/session-actions.ts";
import { withReturnPath } from "#web/lib/browser/return-path.ts";
import { formatUnsaved, unsavedAtom } from "#web/state/unsaved.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import type { Query } from "#web/ui/feedback/query-content.tsx";
import { Button, ButtonRow } from "#web/ui/forms/button.tsx";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";

type Props = {
  subject: string;
  query: Pick<Query<unknown>, "error" | "refetch">;
  /** Target of 'Go to Login': /auth or /login (SPEC 2). */
  to: string;
};

/** Shows a failed call as missing admin privileges (SPEC 2, 6). */
export function AuthenticationError({ subject, query, to }: Props) {
  const navigate = useNavigate();
  const location = useLocation();
  const check = useCheckSession();
  const unsavedParts = useAtomValue(unsavedAtom);
  const [isAsking, setIsAsking] = useState(false);
  const goToLogin = async () => {
    // The sign-in page redirects users who are still signed in.
    await check();
    void navigate(to, { state: withReturnPath(location) });
  };
  return (
    <Notice
      tone="error"
      title="Authentication Error"
      action={
        <ButtonRow className="pt-1">
          <Button variant="primary" onClick={() => (unsavedParts.size > 0 ? setIsAsking(true) : void goToLogin())}>
            Go to Login
          </Button>
          <Button onClick={() => void query.refetch()}>Try again</Button>
        </ButtonRow>
      }
    >
      <p>Please log in with admin privileges {subject}.</p>
      <p className="text-sm text-ink-soft">{formatCallFailure(query.error)}</p>
      <ConfirmDialog
        isOpen={isAsking}
        title="Leave without saving?"
        confirm="Leave"
        cancel="Stay here"
        onConfirm={() => void goToLogin()}
        onClose={() => setIsAsking(false)}
      >
        Not saved: {formatUnsaved(unsavedParts)}. Log in in another tab instead, and you can save it here.
      </ConfirmDialog>
    </Notice>
  );
}

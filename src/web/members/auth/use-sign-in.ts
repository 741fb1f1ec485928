import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "react-router";

import type { User } from "#contract/users.ts";
import { REDIRECT_DELAY_MS, useEnterSession } from "#web/api/session-actions.ts";
import { useReturnPath } from "#web/lib/browser/return-path.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { showToast, type Toast } from "#web/ui/feedback/toast.ts";

type Options<T> = {
  call: (values: T) => Promise<User>;
  onEnter: () => void;
  welcome?: (user: User) => Toast;
  onError: (error: Error) => void;
};

/**
 * On success sets the user, shows the toast, and after REDIRECT_DELAY_MS opens / (SPEC 4), or the page that was
 * requested.
 */
export function useSignIn<T>({ call, onEnter, welcome = welcomeBack, onError }: Options<T>) {
  const enterSession = useEnterSession();
  const navigate = useNavigate();
  const returnPath = useReturnPath();

  const { mutate, isPending, isSuccess } = useMutation({
    // Not useMutationWithToast, which doesn't fit into the first visit's budget (DESIGN 7).
    mutationFn: call,
    // The form shows until the redirect, and the pages after it fetch anyway.
    meta: { refetches: [] },
    onSuccess: (user) => {
      onEnter();
      enterSession(user);
      showToast(welcome(user));
    },
    onError,
  });

  useTimeout(() => void navigate(returnPath, { replace: true }), isSuccess ? REDIRECT_DELAY_MS : null);

  return { submit: mutate, isBusy: isPending || isSuccess };
}

const welcomeBack = ({ displayName }: User): Toast => ({
  title: "Login successful",
  description: `Welcome back, ${displayName}!`,
});

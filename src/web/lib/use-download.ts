import { useMutation } from "@tanstack/react-query";

import { fetchUser } from "#web/api/auth.ts";
import { isSignedOut } from "#web/api/client.ts";
import { showToast } from "#web/ui/toast.ts";

/**
 * Sends the browser to a download. It asks for the session first: a tab that was open for a week would else be left
 * on a page of JSON.
 */
export function useDownload() {
  const { mutate, isPending } = useMutation({
    mutationFn: async (url: string) => {
      await fetchUser();
      location.assign(url);
    },
    onError: (error) =>
      showToast({
        style: "destructive",
        title: "Error",
        description: isSignedOut(error)
          ? "Session expired. Please log in again."
          : "The download could not be started. Check your connection and try again.",
      }),
  });
  return { download: mutate, isStarting: isPending };
}

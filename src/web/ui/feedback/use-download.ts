import { SERVER_HEADER } from "#contract/headers.ts";
import { ApiError, isNotFound } from "#web/api/client.ts";
import { formatFailureReason } from "#web/api/failure-reason.ts";
import { request, RESPONSE_TIMEOUT_MS } from "#web/api/request.ts";
import { countWhileSlow } from "#web/state/slow-calls.ts";

import { showError } from "./toast.ts";
import { useMutationWithToast } from "./use-mutation-with-toast.ts";

const NOT_STARTED = "The download didn't start. Check your connection and try again.";

/** An old tab or a missing file would open a page of JSON. */
export function useDownload() {
  const { mutate, isPending } = useMutationWithToast({
    mutationFn: async (url: string) => {
      await requireFile(url);
      location.assign(url);
    },
    failed: NOT_STARTED,
    explain: formatDownloadFailure,
  });
  return { download: mutate, isStarting: isPending };
}

/** Explains why a download the browser started will fail. */
export const explainFailedDownload = (url: string): Promise<void> =>
  requireFile(url).catch((error: unknown) => showError(formatDownloadFailure(NOT_STARTED, error)));

async function requireFile(url: string): Promise<void> {
  const headRequest = request("HEAD", url, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  const { ok, status, statusText, headers, redirected } = await countWhileSlow(headRequest);
  // our server's redirect leads to its bucket
  if (!ok) throw new ApiError(status, "", statusText, redirected || headers.has(SERVER_HEADER));
}

function formatDownloadFailure(notStartedText: string, error: unknown): string {
  if (isNotFound(error)) return "The file is missing on the server. Please tell an admin.";
  if (error instanceof ApiError && error.status === 502)
    return "The club's books can't be reached right now. Try again in a few minutes.";
  return formatFailureReason(error, notStartedText);
}

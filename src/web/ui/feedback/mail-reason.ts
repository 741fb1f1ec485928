import { isUnanswered } from "#web/api/failure-kind.ts";

import { reasonOr } from "./use-mutation-with-toast.ts";

const UNKNOWN =
  "The mail server is slow, so we don't know if it was sent. Wait a few minutes and look there before you try again.";

/** A slow mail server takes longer than a page or a proxy waits. @param explain for other errors */
export function mailReason(failed: string, error: unknown, explain = reasonOr): string {
  return isUnanswered(error) ? UNKNOWN : explain(failed, error);
}

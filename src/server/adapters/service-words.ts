import { oneLine } from "#contract/text-rule.ts";
import { HIDDEN, type HideSecrets } from "#server/settings/hide-secrets.ts";

/** What a service says, on one line: it may quote what it was sent, so without secrets and tokens, then shortened. */
export function serviceWords(text: string, maxLength: number, hideSecrets: HideSecrets): string {
  return withoutTokens(hideSecrets(oneLine(text)))
    .trim()
    .slice(0, maxLength);
}

/** Filters quote the link that they didn't like. */
export const withoutTokens = (text: string): string =>
  text.replaceAll(/([?&#](?:[\w-]+=)?)[\w.%~-]{20,}/g, `$1${HIDDEN}`);

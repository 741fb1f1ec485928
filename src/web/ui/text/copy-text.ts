import { logProblem } from "#web/lib/browser/log.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";
import { showError, showToast } from "#web/ui/feedback/toast.ts";

const COPY_TOAST_DURATION_MS = 3000;
/** Within the time in which a press still allows copying a selection. */
const CLIPBOARD_TIMEOUT_MS = 900;

/** Copies the text, and says so in a toast, or that the browser forbids it. */
export async function copyText(text: string, successText: string): Promise<void> {
  try {
    await withTimeout(CLIPBOARD_TIMEOUT_MS, navigator.clipboard.writeText(text), "The clipboard doesn't respond");
  } catch (error) {
    // there is no clipboard without https
    if (!copySelection(text)) {
      logProblem("Copying failed", error);
      return showError("Your browser didn't allow copying. Select the text and copy it yourself.");
    }
  }
  showToast({ title: "Success", description: successText, duration: COPY_TOAST_DURATION_MS });
}

/** Needs selected text: in an open dialog, which holds the focus. */
function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.className = "sr-only";
  area.value = text;
  (focused?.closest("[role=dialog]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

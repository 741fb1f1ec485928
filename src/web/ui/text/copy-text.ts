import { logProblem } from "#web/lib/browser/log.ts";
import { showError, showToast } from "#web/ui/feedback/toast.ts";

const COPY_TOAST_DURATION = 3000;

/** Copies to the clipboard and shows `done`; if that fails, asks to copy by hand. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: "Success", description: done, duration: COPY_TOAST_DURATION });
  } catch (error) {
    // there is no clipboard without https
    logProblem("Copying failed", error);
    showError("Your browser didn't allow copying. Select the text and copy it yourself.");
  }
}

import { logProblem } from "#web/lib/log.ts";

import { showToast } from "./toast.ts";

/** Milliseconds that the word of a copy stays (SPEC 9). */
const COPY_TOAST_DURATION = 3000;

/** Copies a text to the clipboard and says `done`, or that it has to be copied by hand. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: "Success", description: done, duration: COPY_TOAST_DURATION });
  } catch (error) {
    // a page without https has no clipboard
    logProblem("Copying failed", error);
    showToast({
      style: "destructive",
      title: "Error",
      description: "Your browser didn't allow copying. Select the text and copy it yourself.",
    });
  }
}

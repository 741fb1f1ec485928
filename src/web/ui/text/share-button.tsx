import { Share2 } from "lucide-react";

import { logProblem } from "#web/lib/browser/log.ts";
import { showError, showToast } from "#web/ui/feedback/toast.ts";
import { Button, type ButtonStyle } from "#web/ui/forms/button.tsx";

type Props = { text: string; name: string; variant?: ButtonStyle };

/** Opens the system's share sheet with a few lines of text; where there is none, copies them (BEYOND 10). */
export function ShareButton({ text, name, variant = "plain" }: Props) {
  return (
    <Button variant={variant} icon={Share2} aria-label={`Share ${name}`} onClick={() => void share(text)}>
      Share
    </Button>
  );
}

async function share(text: string): Promise<void> {
  if ("share" in navigator) {
    try {
      await navigator.share({ text });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  await copyText(text, "Copied to clipboard");
}

const COPY_TOAST_DURATION_MS = 3000;

export async function copyText(text: string, successText: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
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

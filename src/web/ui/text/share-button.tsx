import { Share2 } from "lucide-react";

import { Button, type ButtonStyle } from "#web/ui/forms/button.tsx";

import { copyText } from "./copy-text.ts";

type Props = { text: string; what: string; label?: string; variant?: ButtonStyle };

/** Hands a few lines to the system's own sheet; where there is none, copies them (BEYOND 10). */
export function ShareButton({ text, what, label = "Share", variant = "plain" }: Props) {
  return (
    <Button variant={variant} icon={Share2} aria-label={`${label} ${what}`} onClick={() => void share(text)}>
      {label}
    </Button>
  );
}

async function share(text: string): Promise<void> {
  if ("share" in navigator) {
    try {
      await navigator.share({ text });
      return;
    } catch (error) {
      // closing the sheet isn't a failure
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  await copyText(text, "Copied to clipboard");
}

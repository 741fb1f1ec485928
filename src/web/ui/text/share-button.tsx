import { Share2 } from "lucide-react";

import { Button, type ButtonStyle } from "#web/ui/forms/button.tsx";

import { copyText } from "./copy-text.ts";

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

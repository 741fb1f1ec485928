import { dismissInstallHint, install, useInstallMethod } from "#web/state/install.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";

/** Offers to install the app, once per browser (BEYOND 7). */
export function InstallHint() {
  const method = useInstallMethod();
  if (method === null) return null;
  return (
    <Card title="Put the club on your home screen" className="print:hidden">
      <p className="max-w-measure">
        {method !== "prompt" && "Tap the Share icon, then Add to Home Screen. "}
        It opens like an app, straight to the book.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {method === "prompt" && (
          <Button variant="primary" onClick={() => void install()}>
            Install
          </Button>
        )}
        <Button onClick={dismissInstallHint}>{method === "prompt" ? "Not now" : "Got it"}</Button>
      </div>
    </Card>
  );
}

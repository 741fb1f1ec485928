import { CircleAlert, CircleCheck } from "lucide-react";
import { type FocusEvent, useEffect, useRef } from "react";
import { toast as sonner, Toaster as Sonner } from "sonner";

import { Link } from "#web/ui/layout/link.tsx";

import { type Toast, TOAST_DURATION_MS } from "./toast.ts";

/** One toast at a time; F8 focuses it, a swipe or Escape closes it (SPEC 9). */
export function Toaster({ toast }: { toast: Toast }) {
  const messageCount = useRef(0);
  const closedCount = useRef(0);
  useEffect(() => {
    messageCount.current += 1;
    // a toast that fades out would remove a new one with its id
    const onClose = () => void (closedCount.current = messageCount.current);
    // Role alert is announced immediately; sonner's live region is polite.
    sonner.custom(() => <ToastCard toast={toast} />, {
      id: `message-${closedCount.current}`,
      onAutoClose: onClose,
      onDismiss: onClose,
      // sonner restarts the timer of a replaced message only when its duration differs
      duration: (toast.duration ?? TOAST_DURATION_MS) + (messageCount.current % 2) / 2,
    });
  }, [toast]);

  return (
    <div onFocusCapture={releaseTabKey}>
      <Sonner
        visibleToasts={1}
        duration={TOAST_DURATION_MS}
        hotkey={["F8"]}
        position="bottom-right"
        swipeDirections={["right", "left", "top", "bottom"]}
        containerAriaLabel="Notifications"
      />
    </div>
  );
}

/** Sonner returns the focus to where it came from. That is right after F8, but traps members who press Tab. */
function releaseTabKey(event: FocusEvent): void {
  if (event.target instanceof Element && event.target.matches("li")) event.stopPropagation();
}

function ToastCard({ toast }: { toast: Toast }) {
  const isError = toast.style === "destructive";
  // SPEC 8 fixes these titles; the text is what matters
  const isGeneric = ["Success", "Error"].includes(toast.title);
  const Icon = isError ? CircleAlert : CircleCheck;
  return (
    <div
      {...(isError ? { role: "alert" } : {})}
      className={`flex w-full gap-3 rounded-md border p-4 shadow-lifted max-sm:p-3 ${
        isError ? "border-danger-solid bg-danger-solid text-on-solid" : "border-line-strong bg-sheet text-ink"
      }`}
    >
      <Icon className={`mt-0.5 size-5 shrink-0 ${isError ? "" : "text-success"}`} />
      <div className={isGeneric ? "flex min-w-0 flex-wrap items-baseline gap-x-2" : "min-w-0"}>
        <p className={isGeneric ? "text-xs" : "font-semibold"}>{toast.title}</p>
        {toast.description && <p className={isGeneric ? "font-semibold" : "mt-0.5 text-sm"}>{toast.description}</p>}
        {toast.link && (
          <Link
            to={toast.link.to}
            onClick={() => sonner.dismiss()}
            className="inline-flex min-h-touch items-center font-semibold text-wine underline underline-offset-4"
          >
            {toast.link.label}
          </Link>
        )}
      </div>
    </div>
  );
}

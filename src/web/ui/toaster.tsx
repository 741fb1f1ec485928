import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { toast as sonner, Toaster as Sonner } from "sonner";

import { type Toast, TOAST_DURATION } from "./toast.ts";

const ID = "message";

/** One toast at a time; F8 moves the focus to it, a swipe or Escape closes it (SPEC 9). */
export function Toaster({ toast }: { toast: Toast }) {
  useEffect(() => {
    const isError = toast.style === "destructive";
    // Role alert speaks at once; sonner's own live region is polite.
    sonner.custom(() => <ToastCard toast={toast} />, {
      id: ID,
      duration: toast.duration ?? TOAST_DURATION,
      className: isError ? "toast-destructive" : "toast-default",
    });
  }, [toast]);

  return (
    <Sonner
      visibleToasts={1}
      duration={TOAST_DURATION}
      hotkey={["F8"]}
      position="bottom-right"
      swipeDirections={["right", "left", "top", "bottom"]}
      containerAriaLabel="Notifications"
    />
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const isError = toast.style === "destructive";
  const Icon = isError ? CircleAlert : CircleCheck;
  return (
    <div
      {...(isError ? { role: "alert" } : {})}
      className={`flex w-full gap-3 rounded-md border p-4 shadow-lifted ${
        isError ? "border-danger-solid bg-danger-solid text-on-solid" : "border-line bg-sheet text-ink"
      }`}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${isError ? "" : "text-success"}`} />
      <div className="min-w-0">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="mt-0.5 text-sm">{toast.description}</p>}
      </div>
    </div>
  );
}

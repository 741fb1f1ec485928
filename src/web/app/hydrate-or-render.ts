import { type ReactNode, useLayoutEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";

import { findVisitorPage } from "#contract/first-paint.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { hasNoSessionCookie } from "#web/lib/browser/page-meta.ts";
import { withReturnPath } from "#web/lib/browser/return-path.ts";
import { parseSignInLink } from "#web/members/auth/sign-in-method.ts";

/** Hydrates the prerendered sign-in page, so that typed text, focus and selection stay. */
export function hydrateOrRender(root: HTMLElement, app: ReactNode): void {
  // only the browser has another device's code, or an invitation after a reload, and both open another form
  const { method, invite } = parseSignInLink(location.hash, history.state?.usr);
  if (method || invite) root.replaceChildren();
  const isForm = hasNoSessionCookie() && findVisitorPage(location) === "auth";
  if (!root.firstElementChild || !isForm) return createRoot(root).render(app);
  redirectToSignIn();
  const prerenderedParts = formControlsOf(root);
  const focusedElement = document.activeElement;
  hydrateRoot(root, app, {
    // React creates new elements when a browser extension has changed the page
    onRecoverableError: (error) => {
      logProblem("Hydration failed", error);
      const parts = formControlsOf(root);
      for (const [index, part] of prerenderedParts.splice(0).entries())
        transferState(part, parts[index], part === focusedElement);
    },
  });
}

function redirectToSignIn(): void {
  const isOnSignIn = location.pathname === "/auth" || location.pathname === "/login";
  // as the router's history stores it
  const stateWithReturn = { usr: withReturnPath(location), key: "default", idx: 0 };
  history.replaceState(isOnSignIn ? history.state : stateWithReturn, "", "/auth");
}

const formControlsOf = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>("input, button")];

function transferState(from: HTMLElement, to: HTMLElement | undefined, isFocused: boolean): void {
  if (!to || from.isConnected) return;
  if (isFocused) to.focus();
  if (from.dataset["pressed"]) setTimeout(() => to.click());
  if (!(from instanceof HTMLInputElement && from.value)) return;
  // bypasses React's setter, which ignores a value that it set itself
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(to, from.value);
  to.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Call it after the form has the text that was typed before the app loaded. */
export function useEarlyPress(): void {
  useLayoutEffect(() => {
    // its listener is in contract/first-paint.ts
    window.onclick = null;
    const button = document.querySelector<HTMLButtonElement>("[data-pressed]");
    if (!button) return;
    setTimeout(() => {
      button.textContent = button.dataset["pressed"] ?? "";
      delete button.dataset["pressed"];
      button.click();
    });
  }, []);
}

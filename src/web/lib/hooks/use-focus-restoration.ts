import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

const FOCUSABLE = "a[href], button, input, select, summary, textarea, [tabindex='0']";
const HIDDEN_SELECTOR = "[hidden], details:not([open]) > :not(summary)";

/** The button that was replaced by the element with the focus, such as a form. */
type Opener = { name: string | null; scope: Element };
type FocusPath = { element: HTMLElement; path: { parent: Element; index: number }[]; wasDisabled: boolean };

/**
 * After a button was disabled or removed, focuses it, its opener, or a neighbor, once nothing `isBusy`. `isBusyNow` is true
 * before the page is rendered with it.
 */
export function useFocusRestoration(
  containerRef: RefObject<HTMLElement | null>,
  isBusy: boolean,
  isBusyNow = () => isBusy,
): void {
  const canMove = useEffectEvent(() => !isBusy && !isBusyNow());
  const restore = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    if (!isBusy) restore.current?.();
  }, [isBusy]);
  useEffect(() => {
    const root = containerRef.current;
    if (!root) return;
    let focused: FocusPath | undefined;
    let opener: Opener | undefined;
    const clearFocus = () => {
      focused = undefined;
      opener = undefined;
    };
    const rememberFocus = ({ target }: FocusEvent) => {
      // Touch and mouse focus is invisible, and focusing a field again would open a phone's keyboard.
      const element = target instanceof HTMLElement && target.matches(":focus-visible") ? target : undefined;
      if (focused && element && !focused.element.isConnected) opener = openerOf(focused, element);
      // elements that are removed after the focus has left the form have nothing to do with its opener
      else if (!opener?.scope.contains(element ?? null)) opener = undefined;
      focused = element && { element, path: pathTo(element, root), wasDisabled: false };
    };
    const restoreIfLost = () => {
      if (!focused) return;
      const { element } = focused;
      if (element.isConnected) focused.path = pathTo(element, root);
      const isFocusable = element.isConnected && !isDisabled(element);
      if (!isFocusable) focused.wasDisabled = true;
      if (document.activeElement !== document.body || !focused.wasDisabled) return;
      if (isFocusable) element.focus();
      else if (!element.isConnected || canMove()) {
        const next = findOpener(opener) ?? findNearest(focused);
        clearFocus();
        next?.focus();
      }
    };
    restore.current = restoreIfLost;
    const observer = new MutationObserver(restoreIfLost);
    observer.observe(root, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled"] });
    // For a dialog that closes after its opener was removed.
    observer.observe(document.body, { childList: true });
    // Chromium takes the focus off a disabled button some frames later, perhaps after the response.
    const restoreAfterLoss = () => void setTimeout(restoreIfLost);
    root.addEventListener("focusin", rememberFocus);
    root.addEventListener("focusout", restoreAfterLoss);
    document.addEventListener("pointerdown", clearFocus);
    return () => {
      restore.current = undefined;
      observer.disconnect();
      root.removeEventListener("focusin", rememberFocus);
      root.removeEventListener("focusout", restoreAfterLoss);
      document.removeEventListener("pointerdown", clearFocus);
    };
  }, [containerRef]);
}

const nameOf = (element: Element): string | null => element.getAttribute("aria-label") ?? element.textContent;
const isDisabled = (element: Element): boolean => element.matches(":disabled");
const canHaveFocus = (element: Element): boolean => !isDisabled(element) && !element.closest(HIDDEN_SELECTOR);

function pathTo(element: Element, root: Element): FocusPath["path"] {
  const path: FocusPath["path"] = [];
  for (let child = element; child !== root && child.parentElement; child = child.parentElement)
    path.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return path;
}

/** In the smallest part of the page around both, because each note has a button of that name. */
function openerOf({ element, path }: FocusPath, replacement: Element): Opener | undefined {
  const scope = path.find(({ parent }) => parent.contains(replacement))?.parent;
  return scope && { name: nameOf(element), scope };
}

const findOpener = (opener: Opener | undefined): HTMLElement | undefined =>
  opener &&
  [...opener.scope.querySelectorAll("button")].find((button) => nameOf(button) === opener.name && canHaveFocus(button));

function findNearest({ path }: FocusPath): HTMLElement | undefined {
  for (const { parent, index } of path) {
    if (!parent.isConnected) continue;
    const candidates = [...parent.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(canHaveFocus);
    const laterChildren = [...parent.children].slice(index);
    const nearest =
      candidates.find((element) => laterChildren.some((child) => child.contains(element))) ?? candidates.at(-1);
    if (nearest) return nearest;
    if (parent instanceof HTMLElement && parent.matches("section")) {
      parent.tabIndex = -1;
      return parent;
    }
  }
  return undefined;
}

import { useLayoutEffect } from "react";

/** Presses the button that was pressed before the app loaded, once the form has what was typed by then. */
export function useEarlyPress(): void {
  useLayoutEffect(() => {
    // contract/first-paint.ts
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

import type { Locator, Page } from "playwright-core";

/** Whether the element, or one of its matches, has the focus. */
export const hasFocus = (part: Locator): Promise<boolean> =>
  part.evaluateAll((elements) => elements.some((one) => one === document.activeElement));

/** Presses Tab until the element has the focus. @throws Error if it never does */
export async function tabTo(page: Page, part: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    if (await hasFocus(part)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${part}`);
}

/** Moves the focus to the element with Tab, and presses a key there. */
export async function pressKey(page: Page, part: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, part);
  await page.keyboard.press(key);
}

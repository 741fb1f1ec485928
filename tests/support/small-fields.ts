import type { Page } from "playwright-core";

/** Fields with a font size below 16 px, into which iOS zooms when they get the focus. */
export function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const withoutText = ["button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset", "submit"];
    const fields = Array.from(document.querySelectorAll<HTMLElement>("input, select, textarea, [contenteditable]"));
    return fields
      .filter((field) => !(field instanceof HTMLInputElement && withoutText.includes(field.type)))
      .map((field) => ({ name: field.getAttribute("name") ?? field.id, size: getComputedStyle(field).fontSize }))
      .filter(({ size }) => parseFloat(size) < 16)
      .map(({ name, size }) => `${name} ${size}`);
  });
}

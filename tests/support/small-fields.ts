import type { Page } from "playwright-core";

/** Fields whose letters are below 16 px, each with its size: iOS zooms in on them when they get focus. */
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

import { expect } from "bun:test";

import type { Page } from "playwright-core";

import { EARLY_CLICK_SCRIPT, RESPONSES_ID } from "#contract/first-paint.ts";
import { until } from "#tests/support/poll-until.ts";

/** The page's readable text, including fields and accessible names. */
const readVisibleText = (page: Page) =>
  page.evaluate(() => {
    const fieldValues = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value);
    const names = [...document.querySelectorAll("[aria-label]")].map((part) => part.getAttribute("aria-label"));
    const body = document.body.cloneNode(true) as HTMLElement;
    // the page has embedded data that it doesn't show
    for (const script of body.querySelectorAll("script")) script.remove();
    return [document.title, body.textContent, ...fieldValues, ...names].join("\n");
  });

/** Waits until the page shows each text unchanged, then checks that they do no harm. */
export async function expectShown(page: Page, texts: readonly string[]): Promise<void> {
  await until(
    async () => {
      const visibleText = await readVisibleText(page);
      return { url: page.url(), missing: texts.filter((text) => !visibleText.includes(text)) };
    },
    ({ missing }) => missing.length === 0,
  );
  await expectHarmless(page);
}

/** Expects that no text became an element, is cut off or widens the page. */
export async function expectHarmless(page: Page): Promise<void> {
  const problems = await page.evaluate(
    ([script, answersId]) =>
      [
        ...document.querySelectorAll(
          'img[src="x"], script:not([src]), iframe:not([title]), a[href^="javascript"], [onload], [onerror], [onfocus], [onmouseover], b:not(#old-browser *)',
        ),
      ]
        .filter(({ textContent }) => textContent !== script)
        // data without markup that never runs
        .filter((element) => !element.matches(`script#${answersId}[type="application/json"]`))
        .map((element) => element.outerHTML),
    [EARLY_CLICK_SCRIPT, RESPONSES_ID],
  );
  expect(problems, page.url()).toEqual([]);
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(findCutOff), `${page.url()} at ${width}`).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(width);
}

/** Texts beyond the window's right edge without a scroll bar. */
function findCutOff(): string[] {
  const isScrollable = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX !== "visible" || isScrollable(element.parentElement));
  return [...document.querySelectorAll("body *")]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !isScrollable(element))
    .map((element) => element.outerHTML.slice(0, 200));
}

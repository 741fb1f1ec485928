import type { Page } from "playwright-core";

import type { Jump, Progress } from "#contract/progress.ts";

import type { openBrowser } from "./browser.ts";
import { ADMIN_PASSWORD, type RunningClub } from "./executable.ts";
import { until } from "./poll-until.ts";

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** Opens separate devices, signed in as the admin, with the player ready. */
export function devices(browser: Browser, club: RunningClub) {
  const pages: Page[] = [];
  return {
    open: async (view: Partial<Parameters<Browser["page"]>[0]> = {}, prepare?: (page: Page) => Promise<unknown>) => {
      const page = await browser.signedIn({ club, ...view }, "ada", ADMIN_PASSWORD);
      pages.push(page);
      await prepare?.(page);
      await openPlayer(page);
      return page;
    },
    closeAll: async () => {
      for (const page of pages.splice(0)) await page.context().close();
    },
  };
}

export async function openPlayer(page: Page): Promise<void> {
  await page.goto("/audiobook");
  await button(page, "Play").waitFor();
}

/** Saves the book on a device with a service worker. */
export async function saveOffline(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await saveButton(page).click();
  await page.getByText(/^Saved for offline/).waitFor();
}

export const saveButton = (page: Page) => page.getByRole("button", { name: /^Save for offline/ });

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** The slider of the whole book, which exists even while it's folded. */
export const slider = (page: Page) =>
  page.getByRole("slider", { name: /^Seek( in the whole book)?$/, includeHidden: true });
/** Seconds that the slider shows. */
export const position = async (page: Page) => Number(await slider(page).inputValue());
export const currentTime = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? -1);
export const isPlaying = (page: Page) => page.evaluate(() => document.querySelector("audio")?.paused === false);
export async function seek(page: Page, seconds: number): Promise<void> {
  if (!(await slider(page).isVisible())) await page.locator("summary", { hasText: "The whole book" }).click();
  await slider(page).fill(String(seconds));
}

/** Plays from this second, and returns once the audio is past it. */
export async function playFrom(page: Page, seconds: number): Promise<void> {
  await seek(page, seconds);
  await button(page, "Play").click();
  await untilPast(page, seconds + 1);
}

/** Waits until the audio is past a position. @param timeoutMs milliseconds */
export const untilPast = (page: Page, seconds: number, timeoutMs?: number): Promise<number> =>
  until(
    () => currentTime(page),
    (position) => position > seconds,
    timeoutMs,
  );

const api = (page: Page, path: string) => page.evaluate(async (path) => (await fetch(path)).json(), path);
export const getSaved = (page: Page, bookId: number): Promise<Progress> =>
  api(page, `/api/audiobook-progress?bookId=${bookId}`);
export const untilSaved = (page: Page, bookId: number, seconds: number): Promise<Progress> =>
  until(
    () => getSaved(page, bookId),
    ({ currentTime }) => currentTime === seconds,
  );
/** Positions before jumps, from the server, in seconds. */
export const history = async (page: Page, bookId: number): Promise<number[]> =>
  (await api(page, `/api/audiobook-progress/history?bookId=${bookId}`)).map((jump: Jump) => jump.currentTime);

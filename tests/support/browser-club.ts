import { afterAll } from "bun:test";

import { openBrowser } from "./browser.ts";
import { ADMIN_PASSWORD, startClub } from "./executable.ts";
import { importBook } from "./reader-page.ts";

/**
 * A running club with its admin "ada", and a browser; both close with the test file. `adminPage` is a new page of hers.
 * @param provoked see `openBrowser`
 */
export async function startBrowserClub(provoked?: { provoked: RegExp }) {
  const browser = await openBrowser(provoked);
  const club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  await club.makeAdmin();
  afterAll(async () => {
    await browser.close();
    await club.stop();
  });
  const adminPage = (view: Partial<Parameters<typeof browser.page>[0]> = {}) =>
    browser.signedIn({ club, ...view }, "ada", ADMIN_PASSWORD);
  return { browser, club, adminPage };
}

/** Like `startBrowserClub`, with this month's book. */
export async function startReaderClub(book: Parameters<typeof importBook>[1], provoked?: { provoked: RegExp }) {
  const browserClub = await startBrowserClub(provoked);
  return { ...browserClub, bookId: await importBook(browserClub.club, book) };
}

import { afterAll } from "bun:test";

import type { Page } from "playwright-core";

import { atLocalhost, openBrowser } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { ADMIN_PASSWORD, startClub } from "#tests/support/executable.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import type { Screen } from "./screen.ts";
import { EXPECTED_ERRORS, openScreen, screens, SEASONS, sessionCookie } from "./screens.ts";

/** A browser, the demo club and an empty one. `open` returns a new page of a screen's visitor. Call `close`. */
export async function openScreenClubs() {
  const demoClub = atLocalhost(await startDemoClub());
  const emptyClub = atLocalhost(await startClub());
  await emptyClub.makeAdmin();
  const clubs = { full: demoClub, empty: emptyClub };
  const cookies = {
    full: {
      visitor: [],
      member: [await sessionCookie(demoClub.url, "teo", DEMO_PASSWORD)],
      admin: [await sessionCookie(demoClub.url, "margit", DEMO_PASSWORD)],
    },
    empty: { visitor: [], member: [], admin: [await sessionCookie(emptyClub.url, "ada", ADMIN_PASSWORD)] },
  };
  const browser = await openBrowser({ provoked: EXPECTED_ERRORS });
  return {
    browser,
    full: demoClub,
    cookies,
    open: async (
      { setting, as }: Pick<Screen, "setting" | "as">,
      view: Partial<Parameters<typeof browser.page>[0]>,
    ): Promise<Page> => {
      const page = await browser.page({ club: clubs[setting], reducedMotion: true, ...view });
      await page.context().addCookies(cookies[setting][as]);
      return page;
    },
    close: async () => {
      await browser.close();
      await demoClub.stop();
      await emptyClub.stop();
    },
  };
}

/** For tests of screens; everything closes with the file. */
export async function startScreenClubs() {
  const { open, close, ...clubs } = await openScreenClubs();
  afterAll(close);
  const phones = new Map<string, Page>();
  const newPhone = (screen: Screen) => open(screen, { now: `${SEASONS.fall}T17:00:00Z`, width: 320, height: 800 });
  return {
    ...clubs,
    screens: screens(clubs.full.demo).filter(({ isImageOnly }) => !isImageOnly),
    visit: async (screen: Screen): Promise<Page> => {
      const page = await newPhone(screen);
      await openScreen(page, screen);
      return page;
    },
    /** Opens an unchanging screen on the phone that its visitor already used, with warm caches: much faster. */
    visitAgain: async (screen: Screen): Promise<Page> => {
      const owner = `${screen.setting} ${screen.as}`;
      const page = phones.get(owner) ?? (await newPhone(screen));
      phones.set(owner, page);
      await openScreen(page, screen);
      return page;
    },
  };
}

/** Applies a season's palette to the page, in one theme. */
export async function applyPalette(page: Page, season: string, theme: string): Promise<void> {
  await page.evaluate(
    ([season = "", theme = ""]) => Object.assign(document.documentElement.dataset, { season, theme }),
    [season, theme],
  );
}

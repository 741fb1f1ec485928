import { expect, test } from "bun:test";

import { HELP_PICTURES, HELP_PICTURES_SHOW, openHelpPicture } from "#tests/screens/help-pictures.ts";
import { startScreenClubs } from "#tests/screens/screen-clubs.ts";

const { browser, full, cookies } = await startScreenClubs();
const expectedControls: Record<string, string[]> = await Bun.file(HELP_PICTURES_SHOW).json();

// if not: bun run screenshots --for-help
test.each(HELP_PICTURES)("the help page's picture of $name still shows the screen", async (picture) => {
  const page = await browser.page({ club: full, width: 480, reducedMotion: true });
  await page.context().addCookies(cookies.full[picture.as]);
  expect((await openHelpPicture(page, picture)).shows).toEqual(expectedControls[picture.name] ?? []);
  await page.context().close();
});

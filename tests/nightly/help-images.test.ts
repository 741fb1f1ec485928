import { expect, test } from "bun:test";

import { HELP_CONTROLS_FILE, HELP_IMAGES, openHelpImage } from "#tests/screens/help-images.ts";
import { startScreenClubs } from "#tests/screens/screen-clubs.ts";

const { browser, full, cookies } = await startScreenClubs();
const expectedControls: Record<string, string[]> = await Bun.file(HELP_CONTROLS_FILE).json();

// if not: bun run screenshots --for-help
test.each(HELP_IMAGES)("the help page's image of $name still shows the screen", async (image) => {
  const page = await browser.page({ club: full, width: 480, reducedMotion: true });
  await page.context().addCookies(cookies.full[image.as]);
  expect((await openHelpImage(page, image)).shows).toEqual(expectedControls[image.name] ?? []);
  await page.context().close();
});

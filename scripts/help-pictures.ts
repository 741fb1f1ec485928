import {
  HELP_PICTURE_SIZES,
  HELP_PICTURES,
  HELP_PICTURES_SHOW,
  openHelpPicture,
} from "#tests/screens/help-pictures.ts";
import { sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";

import { DEMO_PASSWORD } from "./demo/people.ts";

const QUALITY = 70;

export async function takeHelpPictures(): Promise<void> {
  const club = await startDemoClub();
  const browser = await openBrowser();
  const shown: Record<string, string[]> = {};
  const sizes: Record<string, { width: number; height: number }> = {};
  try {
    const session = await sessionCookie(club.url, "teo", DEMO_PASSWORD);
    for (const picture of HELP_PICTURES) {
      const page = await browser.page({ club, width: 480, scale: 1.5, reducedMotion: true });
      if (picture.as === "member") await page.context().addCookies([session]);
      const { clip, shows } = await openHelpPicture(page, picture);
      shown[picture.name] = shows;
      const file = `src/web/images/help ${picture.name}.webp`;
      const image = new Bun.Image(await page.screenshot({ clip })).webp({ quality: QUALITY });
      await Bun.write(file, await image.bytes());
      sizes[picture.name] = { width: Math.round(clip.width), height: Math.round(clip.height) };
      console.log(`${file}: ${Math.round(Bun.file(file).size / 1000)} KB`);
      await page.context().close();
    }
    await Bun.write(HELP_PICTURES_SHOW, `${JSON.stringify(shown, null, 2)}\n`);
    await Bun.write(HELP_PICTURE_SIZES, `${JSON.stringify(sizes, null, 2)}\n`);
    Bun.spawnSync([process.execPath, "fmt", HELP_PICTURES_SHOW, HELP_PICTURE_SIZES]);
  } finally {
    await browser.close();
    await club.stop();
  }
}

import { join } from "node:path";

import type { Season } from "#contract/season.ts";
import { imagePath } from "#server/adapters/images.ts";
import { webDistDir } from "#server/adapters/program.ts";
import type { Deps } from "#server/deps.ts";

export type MailImage = { cid: string; filename: string; content: Uint8Array };

/** Double the displayed size, for high-density screens. JPEG, because some mail clients don't support WebP. */
const HERO_SIZE_PX = [1200, 525] as const;
const COVER_SIZE_PX = [352, 560] as const;

/** Null if the web app isn't built. */
export function loadHeroImage(season: Season): Promise<MailImage | null> {
  return toJpeg(join(webDistDir(), "images", `book mouse ${season}.jpg`), "season", HERO_SIZE_PX);
}

export async function loadCoverImage(deps: Deps, coverImage: string | null): Promise<MailImage | null> {
  return coverImage === null ? null : toJpeg(deps.disk.absolute(imagePath(coverImage)), "cover", COVER_SIZE_PX);
}

/** Null if it's missing or damaged: then the mail is sent without it. */
async function toJpeg(
  path: string,
  name: string,
  [width, height]: readonly [number, number],
): Promise<MailImage | null> {
  try {
    const source = await Bun.file(path).bytes();
    const content = await new Bun.Image(source)
      .resize(width, height, { fit: "inside", withoutEnlargement: true })
      .jpeg({ quality: 80 })
      .bytes();
    return { cid: `${name}@bookclub`, filename: `${name}.jpg`, content };
  } catch {
    return null;
  }
}

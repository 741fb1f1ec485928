import type { Locator, Page } from "playwright-core";

import { openScreen } from "./screens.ts";

/** An image on the help page: part of a real screen, as a demo member sees it on a small tablet. */
type HelpImage = {
  name: string;
  path: string;
  as: "visitor" | "member";
  part: (page: Page) => Locator;
  /** In CSS pixels, by default HEIGHT_MAX; the rest below is cut off. */
  height?: number;
};

/** A card with this title, or with this button or link if it has no title. */
const card = (title: string) => (page: Page) =>
  page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) }).last();
const cardWith = (name: string) => (page: Page) => {
  const control = page.getByRole("link", { name, exact: true }).or(page.getByRole("button", { name, exact: true }));
  return page.locator("main .bg-sheet", { has: control }).last();
};

export const HELP_IMAGES: readonly HelpImage[] = [
  { name: "read", path: "/", as: "member", part: cardWith("Read now"), height: 625 },
  { name: "listen", path: "/audiobook", as: "member", part: cardWith("Play"), height: 520 },
  { name: "meeting", path: "/", as: "member", part: card("This Month's Meeting") },
  { name: "sign in", path: "/auth", as: "visitor", part: (page) => page.locator("main > div").last() },
  { name: "code", path: "/profile#other-device", as: "member", part: card("Sign in on another device") },
];

const HEIGHT_MAX = 560;

/** Buttons and links in each image, which a nightly test compares with the screens. */
export const HELP_CONTROLS_FILE = "tests/fixtures/help-images.json";
/** Their sizes in CSS pixels. */
export const HELP_SIZES_FILE = "src/web/help/help-images.json";

/** Opens an image's screen. @returns its rectangle, and its buttons and links, except those that change daily */
export async function openHelpImage(page: Page, { path, part, height = HEIGHT_MAX }: HelpImage) {
  await openScreen(page, { name: path, path, setting: "full", as: "member" });
  const image = part(page);
  const top = await image.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  await page.evaluate((y) => scrollTo(0, y), Math.max(0, top - 100));
  const box = await image.boundingBox();
  if (!box) throw new Error(`${path} doesn't show what its image is of.`);
  const clip = { ...box, height: Math.min(box.height, height) };
  const controls = await image.evaluate(
    (element, bottom) =>
      [...element.querySelectorAll("a, button, [role=tab]")]
        .filter((each) => each.getBoundingClientRect().bottom <= bottom)
        .map((each) => (each.getAttribute("aria-label") ?? each.textContent ?? "").replaceAll(/\s+/g, " ").trim())
        .filter((name) => name !== "" && !/\d/.test(name)),
    clip.y + clip.height,
  );
  return { clip, shows: controls };
}

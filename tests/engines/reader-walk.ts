import type { Contents } from "#contract/reading.ts";
import { until } from "#tests/support/poll-until.ts";

import type { Device } from "./device.ts";
import { currentBook } from "./walk.ts";

/** Milliseconds in which the bars fade in. */
const FADE = 1500;

/** E.g. "What the Mouse Ate, 12%". */
const shownPlace = (device: Device) =>
  device.evaluate(
    () => document.querySelector("[data-bar=bottom] input[type=range]")?.getAttribute("aria-valuetext") ?? "",
  );

/** A press in the middle of the page shows the bars. */
export async function showBars(device: Device, button = "Contents"): Promise<void> {
  const canPress = () => device.canPress("button", button);
  await until(async () => {
    if (await canPress()) return true;
    const { x, y } = await device.evaluate(() => ({ x: innerWidth / 2, y: innerHeight / 2 }));
    await device.driver.click(x, y);
    return until(canPress, Boolean, FADE).catch(() => false);
  });
}

async function pressInBars(device: Device, name: string): Promise<void> {
  await showBars(device, name);
  await device.press("button", name);
}

/** Goes to a line of the contents. */
export async function openChapter(device: Device, line: number): Promise<void> {
  const contents = (await device.call(`/api/books/${await currentBook(device)}/contents`)) as Contents;
  const title = contents.toc[line]?.title ?? "";
  const before = await shownPlace(device);
  await pressInBars(device, "Contents");
  await device.press("button", title);
  await until(
    () => shownPlace(device),
    (place) => place !== before,
  );
}

/** Finds words, and goes to the last place that has them. */
export async function searchFor(device: Device, words: string): Promise<void> {
  const before = await shownPlace(device);
  await pressInBars(device, "Search in the book");
  await device.fill("Search this book", words);
  await device.press("button", new RegExp(`${words}.*…$`, "s"));
  await until(
    () => shownPlace(device),
    (place) => place !== before,
  );
}

export async function enlargeText(device: Device): Promise<void> {
  const size = () => device.evaluate(() => document.querySelector("[role=dialog] output")?.textContent ?? "");
  await pressInBars(device, "Display settings");
  const before = await until(size);
  await device.press("button", "Larger text");
  await until(size, (now) => Number(now) > Number(before));
  await device.key("Escape");
  await until(async () => (await size()) === "");
}

export async function bookmarkPage(device: Device): Promise<void> {
  await pressInBars(device, "Bookmark this page");
  await until(() => device.canPress("button", "Remove the bookmark here"));
}

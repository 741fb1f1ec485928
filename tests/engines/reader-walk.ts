import type { Contents } from "#contract/reading.ts";
import { until } from "#tests/support/poll-until.ts";

import type { Device } from "./device.ts";
import { currentBook } from "./walk.ts";

/** Milliseconds until the bars have faded in. */
const FADE_MS = 1500;

/** For example "What the Mouse Ate, 12%". */
export const shownPosition = (device: Device) =>
  device.evaluate(
    () => document.querySelector("[data-bar=bottom] input[type=range]")?.getAttribute("aria-valuetext") ?? "",
  );

/** A click in the middle of the page shows the bars. */
async function showBars(device: Device, button = "Contents"): Promise<void> {
  const canPress = () => device.canPress("button", button);
  await until(async () => {
    if (await canPress()) return true;
    const { x, y } = await device.evaluate(() => ({ x: innerWidth / 2, y: innerHeight / 2 }));
    await device.driver.click(x, y);
    return until(canPress, Boolean, FADE_MS).catch(() => false);
  });
}

export async function pressInBars(device: Device, name: string): Promise<void> {
  await showBars(device, name);
  await device.press("button", name);
}

export async function openChapter(device: Device, line: number): Promise<void> {
  const contents = (await device.call(`/api/books/${await currentBook(device)}/contents`)) as Contents;
  const title = contents.toc[line]?.title ?? "";
  const before = await shownPosition(device);
  await pressInBars(device, "Contents");
  await device.press("button", title);
  await until(
    () => shownPosition(device),
    (place) => place !== before,
  );
}

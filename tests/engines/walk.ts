import { until } from "#tests/support/poll-until.ts";

import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import type { Device } from "./device.ts";

/** Milliseconds until a position is saved; a key during a page turn does nothing. */
const TURN_MS = 2000;

// Parts of an evening in the demo club, for all engines.

export async function signIn(device: Device, username: string, password: string = DEMO_PASSWORD): Promise<void> {
  await device.open("/auth");
  await fillSignIn(device, username, password);
  await device.isAt("/");
  await device.sees("Snacks & Drinks Board", "heading");
}

/** On the sign-in page, wherever it leads. */
export async function fillSignIn(device: Device, username: string, password = DEMO_PASSWORD): Promise<void> {
  await device.fill("Username", username);
  await device.fill("Password", password);
  await device.press("button", "Login");
}

export async function signOut(device: Device): Promise<void> {
  await device.press("button", /^Account:/);
  await device.press("menuitem", "Sign out");
  await device.isAt("/auth");
}

export const currentBook = async (device: Device) => ((await device.call("/api/books/current")) as { id: number }).id;
/** The member's position in the text on the server, 0 to 1. */
const getTextPosition = async (device: Device): Promise<number> =>
  ((await device.call(`/api/reading-progress?bookId=${await currentBook(device)}`)) as { fraction: number }).fraction;

export async function openReader(device: Device): Promise<void> {
  await device.open("/read");
  // the bars come after the first page
  await until(() => device.evaluate(() => document.querySelector("[data-bar=bottom]") !== null));
}

/** Opens the book and turns pages until the server has a later position. */
export async function readFurther(device: Device): Promise<void> {
  await openReader(device);
  const before = await getTextPosition(device);
  const isFurther = (place: number) => place > before;
  await until(async () => {
    await device.key("ArrowRight");
    return until(() => getTextPosition(device), isFurther, TURN_MS).then(Boolean, () => false);
  });
}

export const audio = (device: Device) =>
  device.evaluate(() => {
    const { currentTime = -1, paused = true, duration = 0 } = document.querySelector("audio") ?? {};
    return { currentTime, paused, duration };
  });

/** If there are chapters, the whole book's slider is one press away. */
export async function seekInBook(device: Device, share: number): Promise<void> {
  await device.sees("Playback", "group");
  const isClosed = () =>
    device.evaluate(() => document.querySelector("[aria-label='Audiobook player'] details:not([open])") !== null);
  if (await isClosed()) await device.pressText(/^[\d:]+ \/ [\d:]+$/);
  await device.press("slider", /^Seek( in the whole book)?$/, share);
}

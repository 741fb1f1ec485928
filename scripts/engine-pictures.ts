import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

import { type Device, openDevice } from "#tests/engines/device.ts";
import { type Engine, ENGINES } from "#tests/engines/driver.ts";
import { showBars } from "#tests/engines/reader-walk.ts";
import { openReader, signIn } from "#tests/engines/walk.ts";
import { atLocalhost } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { until } from "#tests/support/poll-until.ts";

import { drawSheets, type Taken } from "./contact-sheets.ts";
import { whyNoEngine } from "./engines.ts";

const FOLDER = resolve("screenshots/engines");
const THEMES = ["light", "dark"] as const;
const WIDTHS = [390, 1280] as const;
/** Milliseconds that the reader shows its bars at first. */
const BARS_MS = 4000;
const PAINT_MS = 500;

type Screen = { name: string; path: string; act?: (device: Device) => Promise<unknown> };

const visitors: Screen[] = [{ name: "sign-in", path: "/auth" }];
const members: Screen[] = [
  { name: "home", path: "/" },
  { name: "board", path: "/", act: (device) => scrollTo(device, "Snacks & Drinks Board") },
  { name: "talk", path: "/talk" },
  { name: "player", path: "/audiobook" },
  { name: "reader", path: "/read", act: readWithoutBars },
  { name: "reader-bars", path: "/read", act: readWithBars },
  { name: "shelf", path: "/shelf" },
  { name: "votes", path: "/recommendations" },
  { name: "profile", path: "/profile" },
  { name: "help", path: "/help" },
];
const admins: Screen[] = [{ name: "month", path: `/admin/months/${new Date().toISOString().slice(0, 7)}` }];
/** Who sees which; Teo is in the middle of the book. */
const VISITS = [
  { username: null, screens: visitors },
  { username: "teo", screens: members },
  { username: "margit", screens: admins },
] as const;

/** Twelve screens of the demo club in every installed engine, side by side in contact sheets. @param words names of screens; all when empty */
export async function takeEnginePictures(words: readonly string[]): Promise<void> {
  const isWanted = ({ name }: Screen) => words.length === 0 || words.includes(name);
  const engines = ENGINES.filter((engine) => engine === "chromium" || whyNoEngine(engine) === null);
  mkdirSync(FOLDER, { recursive: true });
  const club = atLocalhost(await startDemoClub());
  try {
    for (const engine of engines)
      for (const width of WIDTHS) {
        const device = await openDevice(engine, club, { width, height: width === 390 ? 844 : 900 });
        for (const { username, screens } of VISITS) {
          const wanted = screens.filter(isWanted);
          if (wanted.length === 0) continue;
          if (username) await device.open("/auth");
          if (username) await device.call("/api/auth/logout", "POST");
          if (username) await signIn(device, username);
          for (const screen of wanted) await take(device, screen, width);
        }
        await device.close();
      }
  } finally {
    await club.stop();
  }
  const taken = (name: string, theme: string, width: number): Taken[] =>
    engines.map((engine) => ({ name: pictureName(name, theme, width, engine), width }));
  const sheets = VISITS.flatMap(({ screens }) => screens.filter(isWanted)).map(({ name }) => ({
    name,
    rows: [THEMES.flatMap((theme) => taken(name, theme, 390)), ...THEMES.map((theme) => taken(name, theme, 1280))],
  }));
  console.log(await drawSheets(FOLDER, sheets));
}

const pictureName = (screen: string, theme: string, width: number, engine: Engine) =>
  `${screen}-${theme}-${width}-${engine}`;

async function take(device: Device, screen: Screen, width: number): Promise<void> {
  for (const theme of THEMES) {
    await device.evaluate((chosen) => void (document.cookie = `theme=${chosen}; path=/`), theme).catch(() => undefined);
    await device.open(screen.path);
    await screen.act?.(device);
    const name = pictureName(screen.name, theme, width, device.engine);
    const isAtRest = until(() => device.evaluate(isStill)).then(() => takeSteady(device, join(FOLDER, `${name}.png`)));
    await isAtRest.catch(() => console.error(`${name} never came to rest`));
  }
}

/** What is on the screen may be seconds behind the page, so it's taken until two pictures in a row are the same. */
async function takeSteady(device: Device, file: string): Promise<void> {
  let before = "";
  await until(async () => {
    await Bun.sleep(PAINT_MS);
    await device.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1)))),
    );
    await device.driver.picture(file);
    const now = Bun.hash(await Bun.file(file).bytes()).toString();
    const isSame = now === before;
    before = now;
    return isSame;
  });
}

/** Teo has listened further; once he reads there, the club knows it for the next pictures. */
async function readWithoutBars(device: Device): Promise<void> {
  await openReader(device);
  const offer = "Read from there";
  if (await until(() => device.isShown(offer, "button"), Boolean, BARS_MS).catch(() => false))
    await device.press("button", offer);
  await Bun.sleep(BARS_MS);
}

async function readWithBars(device: Device): Promise<void> {
  await openReader(device);
  // those of the start go away
  await Bun.sleep(BARS_MS);
  await showBars(device);
}

async function scrollTo(device: Device, heading: string): Promise<void> {
  await device.sees(heading, "heading");
  await until(() => device.evaluate(isStill));
  const isScrolled = (words: string) => {
    const found = Array.from(document.querySelectorAll("h2")).find(({ textContent }) => textContent === words);
    found?.scrollIntoView({ block: "start" });
    return scrollY > 0;
  };
  await until(() => device.evaluate(isScrolled, heading));
}

/** Runs in the page: nothing is loading, and the pictures in sight are there. */
function isStill(): boolean {
  const isInSight = (image: Element) =>
    image.getClientRects().length > 0 && image.getBoundingClientRect().top < innerHeight;
  const images = Array.from(document.images).filter(isInSight);
  const isLoading = document.querySelector(".animate-spin, .animate-pulse") !== null;
  const isDrawn = document.querySelector("#root h1, #root h2") !== null;
  return isDrawn && !isLoading && document.fonts.status === "loaded" && images.every(({ complete }) => complete);
}

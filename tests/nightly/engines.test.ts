import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";

import { type Device, openDevice } from "#tests/engines/device.ts";
import type { Engine } from "#tests/engines/driver.ts";
import { floorScript } from "#tests/engines/floor-script.ts";
import { openChapter, pressInBars, shownPosition } from "#tests/engines/reader-walk.ts";
import { audio, currentBook, readFurther, seekInBook, signIn, signOut } from "#tests/engines/walk.ts";
import { atLocalhost } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import { until } from "#tests/support/poll-until.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";

/** Features of phones and laptops that an engine under test lacks, and how to detect each. */
const LIMITS: Readonly<Record<Engine, readonly { what: string; has: string }[]>> = {
  chromium: [],
  firefox: [{ what: "touch", has: "'ontouchstart' in globalThis" }],
  webkit: [
    { what: "passkeys", has: "'PublicKeyCredential' in globalThis" },
    { what: "push", has: "'PushManager' in globalThis" },
    { what: "an app's badge", has: "'setAppBadge' in navigator" },
  ],
};

/** Milliseconds within which a press on Play must take effect. */
const PRESS_MS = 3000;

/** Searches for words, and goes to the last result. */
async function searchFor(device: Device, words: string): Promise<void> {
  const before = await shownPosition(device);
  await pressInBars(device, "Search in the book");
  await device.fill("Search this book", words);
  await device.press("button", new RegExp(`${words}.*…$`, "s"));
  await until(
    () => shownPosition(device),
    (place) => place !== before,
  );
}

async function enlargeText(device: Device): Promise<void> {
  const getSize = () => device.evaluate(() => document.querySelector("[role=dialog] output")?.textContent ?? "");
  await pressInBars(device, "Display settings");
  const before = await until(getSize);
  await device.press("button", "Larger text");
  await until(getSize, (currentSize) => Number(currentSize) > Number(before));
  await device.key("Escape");
  await until(async () => (await getSize()) === "");
}

async function bookmarkPage(device: Device): Promise<void> {
  await pressInBars(device, "Bookmark this page");
  await until(() => device.canPress("button", "Remove the bookmark here"));
}

/** Opens the player and starts playback. */
async function startPlayback(device: Device): Promise<void> {
  await device.open("/audiobook");
  await seekInBook(device, 0.1);
  const isPlaying = () => audio(device).then(({ paused }) => !paused);
  // the card about a failed save may move the button away from the pointer
  await until(async () => {
    await device.press("button", "Play");
    return until(isPlaying, Boolean, PRESS_MS).catch(() => false);
  });
  const { currentTime } = await audio(device);
  await until(
    () => audio(device),
    (state) => state.currentTime > currentTime + 0.5,
  );
}

async function pause(device: Device): Promise<void> {
  await device.press("button", "Pause");
  await until(
    () => audio(device),
    ({ paused }) => paused,
  );
}

async function goToNextChapter(device: Device): Promise<void> {
  const { currentTime } = await audio(device);
  await device.press("button", "Next chapter");
  await until(
    () => audio(device),
    (state) => state.currentTime > currentTime + 5,
  );
}

async function changeSpeed(device: Device): Promise<void> {
  const playbackRate = () => device.evaluate(() => document.querySelector("audio")?.playbackRate ?? 0);
  const before = await playbackRate();
  await device.press("button", /^Playback speed/);
  await until(playbackRate, (currentRate) => currentRate !== before);
}

/** Creates a bookmark with a note, and finds it in the list. */
async function bookmark(device: Device): Promise<void> {
  await device.press("tab", /^Bookmarks/);
  await device.fill("Note", "the barometer");
  await device.press("button", /^Bookmark \d/);
  await device.sees("the barometer");
}

/** The audiobook keeps playing on another page. */
async function playElsewhere(device: Device): Promise<void> {
  await device.press("link", /^Home/);
  await device.sees("Audiobook", "region");
  const { currentTime } = await audio(device);
  await until(
    () => audio(device),
    (state) => state.currentTime > currentTime + 0.5,
  );
}

async function saveOffline(device: Device): Promise<void> {
  await device.open("/audiobook");
  await device.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await device.press("button", /^Save for offline/);
  await device.sees(/^Saved for offline/);
}

const NO_ERRORS = /^$/;

const walks = [
  { name: "firefox", engine: "firefox", script: "" },
  { name: "webkit", engine: "webkit", script: "" },
  { name: "the oldest supported browser", engine: "chromium", script: floorScript() },
] as const;
const views = walks.flatMap((walk) =>
  [390, 1280].map((width) => ({ ...walk, width, height: width === 390 ? 844 : 900 })),
);

describe.each(views)("in $name at $width px", ({ engine, script, width, height }) => {
  const isMissing = findMissingEnginePart(engine) !== null;
  let club: Awaited<ReturnType<typeof startDemoClub>>;
  let device: Device;
  let expected = NO_ERRORS;
  beforeAll(async () => {
    if (isMissing) return;
    club = atLocalhost(await startDemoClub());
    device = await openDevice(engine, club, { width, height, script });
    await signIn(device, "teo");
  }, 300_000);
  afterEach(() => {
    if (!isMissing) device.expectNoFaults(expected);
    expected = NO_ERRORS;
  });
  afterAll(async () => {
    if (isMissing) return;
    await device?.close();
    await club?.stop();
  });
  const journey = (name: string, walk: () => Promise<void>) => test.skipIf(isMissing)(name, walk, 300_000);

  journey("reads: pages, contents, search, larger text, a bookmark", async () => {
    await readFurther(device);
    await openChapter(device, 3);
    await searchFor(device, "barometer");
    await enlargeText(device);
    await bookmarkPage(device);
  });

  journey("listens: chapters, speed, a bookmark, and on while at Home", async () => {
    await startPlayback(device);
    await goToNextChapter(device);
    await changeSpeed(device);
    await bookmark(device);
    await playElsewhere(device);
  });

  journey("leaves no gap below the answers to the meeting", async () => {
    await device.sees("None of these", "button");
    const measureGap = () =>
      device.evaluate(() => {
        const form = document.querySelector("fieldset");
        const card = form?.parentElement;
        if (!form || !card) return null;
        // forces a new layout, in which WebKit counts a legend twice
        card.style.display = "none";
        void card.offsetHeight;
        card.style.display = "";
        return form.getBoundingClientRect().bottom - (form.lastElementChild?.getBoundingClientRect().bottom ?? 0);
      });
    expect(await measureGap()).toBeLessThan(2);
  });

  journey("writes in the talk", async () => {
    await device.press("link", /Talk/);
    await device.fill("Your note", "The fringe was the best part.");
    await device.press("button", "Send");
    // the text area contains the words, too
    await device.sees("Your note has been added");
  });

  journey("rates the book on the shelf, in a text area that grows", async () => {
    await device.open(`/shelf/${await currentBook(device)}`);
    await device.press("radio", "4 stars");
    const words = "A few words, if you like";
    const getHeight = () =>
      device.evaluate((label) => {
        const foundLabel = Array.from(document.querySelectorAll("label")).find(
          ({ textContent }) => textContent === label,
        );
        return foundLabel?.control?.offsetHeight ?? 0;
      }, words);
    const before = await getHeight();
    await device.fill(words, "One line, and another. ".repeat(30).trim());
    expect(await getHeight()).toBeGreaterThan(before + 40);
    await device.press("button", "Save review");
    await device.sees("Your review has been saved.");
  });

  journey("votes for the next book", async () => {
    await device.open("/recommendations");
    await device.press("checkbox", /./);
    await device.press("button", "Save my vote");
    await device.sees(/^Your vote has been saved/);
  });

  journey("changes the profile, and is asked before unsaved text is lost", async () => {
    await device.open("/profile");
    await device.press("link", "Signing in");
    await device.sees(engine === "webkit" ? /This browser has no passkeys/ : "Add a passkey");
    // The link moves the focus there a moment later, which would take it from the next field.
    await until(() => device.evaluate(() => document.querySelector(location.hash)?.contains(document.activeElement)));
    await device.fill("Display name", "Teo M.");
    await device.press("link", /^Home/);
    await device.press("button", "Stay here");
    await device.press("button", "Save details");
    await device.sees("Your details have been saved");
  });

  journey("plays a copy that was saved for offline while the club can't be reached", async () => {
    await saveOffline(device);
    await club.kill();
    expected = UNREACHABLE;
    try {
      await startPlayback(device);
      await pause(device);
    } finally {
      await club.restart();
    }
    await device.open("/");
    await device.sees("Snacks & Drinks Board", "heading");
  });

  journey("manages texts and meeting in the dashboard", async () => {
    // the offline copy is deleted with the session, and a player may be using it
    expected = /Failed to play/;
    await signOut(device);
    await signIn(device, "margit");
    await device.open("/admin");
    await device.fill("Welcome Message", "Come in, and bring a book.");
    await device.fill("Meeting Location", "The cellar");
    await device.fill("Meeting Date", "2099-12-02");
    await device.press("button", "Save Content");
    await device.sees("Content updated successfully");
    for (const tab of ["Book Info", "User Management", "Email Configuration"]) await device.press("tab", tab);
    expect(await device.call("/api/content")).toMatchObject({ meetingLocation: "The cellar" });
  });

  journey("lacks only what the list of limits says", async () => {
    for (const { what, has } of LIMITS[engine])
      expect([what, await device.driver.run(`return ${has}`)]).toEqual([what, false]);
  });
});

import { expect, test } from "bun:test";

import { expectAccessible, screenshot } from "#tests/support/browser.ts";
import { AUDIO_SECONDS, startListeningClub } from "#tests/support/listening-club.ts";
import { button, isPlaying, position, seek } from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";

const { device } = await startListeningClub();

for (const [width, height] of [
  [390, 780],
  [1440, 900],
] as const)
  test(`says at ${width} px when the meeting is at a book's end`, async () => {
    const page = await device.open({ width, height, dark: width > 640 });
    const date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    await page.request.post("/api/meetings", { data: { date, time: "19:00", location: "The cellar" } });
    await page.reload();
    await seek(page, AUDIO_SECONDS - 13);
    const card = page.getByRole("status").filter({ hasText: "Cheers, you finished it!" });
    expect(await card.count()).toBe(0);
    await button(page, "Play").click();
    await card.waitFor();
    await until(
      () => isPlaying(page),
      (playing) => !playing,
    );
    expect(await position(page)).toBe(AUDIO_SECONDS);
    expect(await card.innerText()).toMatch(/We meet to talk about Thirty-one Evenings: \w+, \w+ \d+, at 7:00 PM\./);
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>("output img")?.naturalWidth);
    // above the tabs of a phone
    const cardBox = await card.boundingBox();
    expect((cardBox?.y ?? 0) + (cardBox?.height ?? 0)).toBeLessThanOrEqual(height - (width < 640 ? 57 : 0));
    await expectAccessible(page);
    await screenshot(page, `player-finished-${width}`);
    await card.getByRole("link", { name: "See the meeting" }).click();
    await page.getByRole("heading", { name: "This Month's Meeting" }).waitFor();
  }, 300_000);

for (const width of [320, 390])
  test(`moves no control at ${width} px, whatever plays`, async () => {
    const page = await device.open({ width });
    const getPlaces = () =>
      page
        .locator("section[aria-label='Audiobook player'] :is(button, input)")
        .evaluateAll((controls) =>
          controls
            .slice(0, 12)
            .map((control) => [control.tagName, Math.round(control.getBoundingClientRect().top + scrollY)].join(" ")),
        );
    expect(await page.locator("audio").count()).toBe(1);
    await seek(page, 5);
    const placesBefore = await getPlaces();
    for (const seekSeconds of [340 * 12 + 3, 10_200]) {
      await seek(page, seekSeconds);
      await page.keyboard.press("]");
      expect(await getPlaces()).toEqual(placesBefore);
    }
    await button(page, "Sleep timer").click();
    await page.getByRole("menuitem", { name: "End of chapter" }).click();
    await page.getByRole("menu").waitFor({ state: "detached" });
    expect(await getPlaces()).toEqual(placesBefore);
  }, 300_000);

for (const width of [320, 390, 1280])
  for (const isDark of [false, true])
    test(`is accessible at ${width} px, ${isDark ? "dark" : "light"}, without scrolling sideways`, async () => {
      const page = await device.open({ width, dark: isDark });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await screenshot(page, `player-${width}-${isDark ? "dark" : "light"}`);
    }, 300_000);

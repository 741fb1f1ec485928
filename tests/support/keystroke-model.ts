import { join } from "node:path";

import type { Locator, Page } from "playwright-core";

/**
 * Seconds of the keystroke-level model (Card, Moran and Newell): to look for a control, point at it and press it; per
 * character on a phone's keyboard; and per swipe.
 */
const SECONDS = { look: 1.35, point: 1.1, press: 0.28, character: 0.3, swipe: 0.8 };

/** A swipe's distance, as a fraction of the screen. */
const SWIPE_FRACTION = 0.7;

/** Simulates a hand on a page: counts presses and characters by step, with screenshots in the folder `SCREENSHOTS`. */
export function handOn(page: Page, { name, isTouch }: { name: string; isTouch: boolean }) {
  const steps: { step: string; presses: number; swipes: number; characters: number; seconds: number }[] = [];
  let stepStart = performance.now();
  const currentStep = () => {
    const step = steps.at(-1);
    if (!step) throw new Error("Begin a step first");
    return step;
  };
  const press = async (target: Locator): Promise<void> => {
    currentStep().presses += 1;
    currentStep().swipes += await swipesTo(target);
    await (isTouch ? target.tap() : target.click());
  };
  const swipesTo = async (target: Locator): Promise<number> => {
    await target.waitFor();
    const box = await target.boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    const distance = box ? Math.max(-box.y, box.y + box.height - height, 0) : 0;
    return Math.ceil(distance / (height * SWIPE_FRACTION));
  };
  const type = async (text: string): Promise<void> => {
    currentStep().characters += text.length;
    await page.keyboard.type(text);
  };
  const end = async (): Promise<void> => {
    const step = steps.at(-1);
    if (!step) return;
    const { look, point, press: pressing, character, swipe } = SECONDS;
    // the page's own time, and a person's time
    step.seconds =
      (performance.now() - stepStart) / 1000 +
      step.presses * (look + point + pressing) +
      step.characters * character +
      step.swipes * swipe;
    const folder = Bun.env["SCREENSHOTS"];
    const image = `${name} ${String(steps.length).padStart(2, "0")} ${step.step}.png`;
    // only the visible part
    if (folder) await page.screenshot({ path: join(folder, image) });
  };
  return {
    press,
    type,
    step: async (step: string): Promise<void> => {
      await end();
      steps.push({ step, presses: 0, swipes: 0, characters: 0, seconds: 0 });
      stepStart = performance.now();
    },
    /** A tap on the page itself, in CSS pixels. */
    tapAt: async (x: number, y: number): Promise<void> => {
      currentStep().presses += 1;
      await page.touchscreen.tap(x, y);
    },
    /** Counts a drag with the mouse as one press. */
    drop: async (action: () => Promise<void>): Promise<void> => {
      currentStep().presses += 1;
      await action();
    },
    /** Goes to a field by a press, or without `target` by the keyboard's Next key, and types. */
    fill: async (text: string, target?: Locator): Promise<void> => {
      if (target) await press(target);
      else await page.keyboard.press("Tab");
      await type(text);
    },
    end: async () => {
      await end();
      return steps;
    },
  };
}

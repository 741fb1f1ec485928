import type { Page } from "playwright-core";

import { pathOf, type Point } from "#tests/engines/driver.ts";

export async function dragFinger(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", [from]);
  for (const point of pathOf(from, to)) await touch("touchMove", [point]);
  await touch("touchEnd", []);
  await session.detach();
}

/** Within eight moves. @param from,to CSS pixels from the left */
export const swipe = (page: Page, from: number, to: number) => dragFinger(page, { x: from, y: 400 }, { x: to, y: 400 });

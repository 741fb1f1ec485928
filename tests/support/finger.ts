import type { Page } from "playwright-core";

/** A swipe of 300 px within six moves. @param from,to CSS pixels from the left */
export async function swipe(page: Page, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: 400 }] });
  await touch("touchStart", from);
  for (let step = 1; step <= 6; step += 1) await touch("touchMove", from + ((to - from) * step) / 6);
  await touch("touchEnd", to);
  await session.detach();
}

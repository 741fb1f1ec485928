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

/** Two fingers that move apart or together. @param from,to CSS pixels between them */
export async function pinch(page: Page, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", gap: number) => {
    const points = [-gap, gap].map((away, id) => ({ x: 195 + away / 2, y: 300, id }));
    return session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : points });
  };
  await touch("touchStart", from);
  for (let step = 1; step <= 12; step += 1) await touch("touchMove", from + ((to - from) * step) / 12);
  await touch("touchEnd", to);
  await session.detach();
}

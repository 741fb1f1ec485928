import type { Page } from "playwright-core";

export type SentSave = { at: number; place: number; reason: string; status: number };

/** Slows a page's processor down so many times. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Every text file of a book arrives so many milliseconds late. */
export async function delayTexts(page: Page, milliseconds: number): Promise<void> {
  await page.route("**/api/books/*/text/**", async (route) => {
    await Bun.sleep(milliseconds);
    // the page may be gone
    await route.continue().catch(() => undefined);
  });
}

/** Every save of a place the page sends, in order, with its answer's status, and its time in milliseconds by the page's clock once answered. */
export function watchSaves(page: Page): SentSave[] {
  const saves: SentSave[] = [];
  page.on("request", (request) => {
    if (request.method() !== "POST" || !/\/api\/(?:reading|audiobook)-progress$/.test(request.url())) return;
    const body: { fraction?: number; currentTime?: number; reason?: string } = request.postDataJSON();
    const save = {
      at: Date.now(),
      place: body.fraction ?? body.currentTime ?? 0,
      reason: body.reason ?? "",
      status: 0,
    };
    saves.push(save);
    void request.response().then(
      (response) => Object.assign(save, { status: response?.status() ?? 0, at: request.timing().startTime }),
      () => undefined,
    );
  });
  return saves;
}

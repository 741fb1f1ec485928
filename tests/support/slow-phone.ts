import type { Page } from "playwright-core";

export type SentSave = { position: number; reason: string; base: number | null; sequence: number; status: number };
type SaveBody = { fraction?: number; currentTime?: number; reason?: string; baseRevision?: number; sequence?: number };
type SaveTime = { at: number; openedAt: number; isClosing: boolean };

/** @param rate how many times slower the processor is */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** Gives a page Lighthouse's slow phone connection: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each response. */
export async function slowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const rates = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
  await session.send("Network.emulateNetworkConditions", { offline: false, latency: 150, ...rates });
}

/** Delays a book's text files, and only them: a save that is intercepted while its page closes would be lost. */
export async function delayTexts(page: Page, milliseconds: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", async ({ requestId }) => {
    await Bun.sleep(milliseconds);
    // the page may be gone
    await session.send("Fetch.continueRequest", { requestId }).catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/api/books/*/text/*" }] });
}

/** Has the pages that open from now on note when they send a save, also as they close. */
export async function noteSaveTimes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { fetch } = window;
    let isClosing = false;
    addEventListener("pagehide", () => (isClosing = true), { capture: true });
    window.fetch = Object.assign((...call: Parameters<typeof fetch>) => {
      if (call[1]?.method === "POST" && String(call[0]).endsWith("-progress")) {
        // by the clock with which the app throttles them
        const openedAt = performance.timeOrigin;
        const time = { at: openedAt + performance.now(), openedAt, isClosing };
        const saveTimeList: unknown[] = JSON.parse(sessionStorage.getItem("saveTimes") ?? "[]");
        sessionStorage.setItem("saveTimes", JSON.stringify([...saveTimeList, time]));
      }
      return fetch(...call);
    }, fetch);
  });
}

/** The recorded times of the tab's pages, in milliseconds. @param page of the club */
export const saveTimes = (page: Page): Promise<SaveTime[]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem("saveTimes") ?? "[]"));

/** Milliseconds between a page's saves. A closing page's save can't wait, and the next page may repeat it at once. */
export const savePauses = (times: readonly SaveTime[]): number[] =>
  times.flatMap(({ at, openedAt, isClosing }, index) => {
    const last = times[index - 1];
    return isClosing || last?.openedAt !== openedAt ? [] : [at - last.at];
  });

/** The saves of a page, in order, with the status of each response. */
export function watchSaves(page: Page): SentSave[] {
  const saves: SentSave[] = [];
  page.on("request", (request) => {
    if (request.method() !== "POST" || !/\/api\/(?:reading|audiobook)-progress$/.test(request.url())) return;
    const body: SaveBody = request.postDataJSON();
    const save = {
      position: body.fraction ?? body.currentTime ?? 0,
      reason: body.reason ?? "",
      base: body.baseRevision ?? null,
      sequence: body.sequence ?? 0,
      status: 0,
    };
    saves.push(save);
    void request.response().then(
      (response) => Object.assign(save, { status: response?.status() ?? 0 }),
      () => undefined,
    );
  });
  return saves;
}

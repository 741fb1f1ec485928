import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { openBrowser } from "#tests/support/browser.ts";
import { startClub } from "#tests/support/executable.ts";

import { findChromium } from "../../scripts/chromium.ts";
import { type Bench, median, spread } from "./row.ts";

const ROUNDS = 9;
const BUDGET = 1.3;
/** Lighthouse's slow phone line: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each answer. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

const BUTTON = `
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  createRoot(document.getElementById("root")).render(createElement("button", { type: "submit" }, "Login"));`;

/**
 * Time until a phone shows the sign-in page, and until React handles its button, compared with a page of one React
 * button. Needs Chromium.
 */
export const firstPaintBench: Bench = async () => {
  if (!findChromium()) return [];
  const bare = await serveButton();
  const club = await startClub();
  const browser = await openBrowser();
  const look = async (url: string) => {
    const page = await browser.page({ club: { url }, width: 360 });
    const line = await page.context().newCDPSession(page);
    await line.send("Network.emulateNetworkConditions", LINE);
    await page.goto("/auth");
    // the server's static page is beside the root, and React's is inside
    await page.locator("#root button[type=submit]").waitFor();
    const works = await page.evaluate(() => performance.now());
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    );
    const visible = (await paint.jsonValue()) ?? Number.NaN;
    await page.context().close();
    return { visible, works };
  };
  try {
    const clubs: Look[] = [];
    const bares: Look[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bares.push(await look(bare.url));
      clubs.push(await look(club.url));
    }
    const ratio = median(clubs.map(({ visible }, round) => visible / (bares[round]?.visible ?? Number.NaN)));
    const times = (looks: Look[]) =>
      `${spread(looks.map(({ visible }) => visible))} ms; interactive after ${spread(looks.map(({ works }) => works))} ms`;
    return [
      {
        what: "sign-in page visible at 1.6 Mbit/s, 150 ms",
        club: `${times(clubs)}; ${ratio.toFixed(2)} ×`,
        compared: `React page with one button: ${times(bares)}`,
        budget: `visible ≤ ${BUDGET} ×`,
        holds: ratio <= BUDGET,
      },
    ];
  } finally {
    await browser.close();
    await club.stop();
    await bare.stop();
  }
};

type Look = { visible: number; works: number };

/** Serves one page with one script, as small as React allows and compressed like the club's. */
async function serveButton() {
  // inside the project, so that the bundler finds React
  const folder = mkdtempSync(join("dist", ".button-"));
  try {
    const entry = join(folder, "button.js");
    await Bun.write(entry, BUTTON);
    const { outputs } = await Bun.build({
      entrypoints: [entry],
      minify: true,
      target: "browser",
      env: "disable",
      define: { "process.env.NODE_ENV": '"production"' },
    });
    const script = brotliCompressSync((await outputs[0]?.text()) ?? "");
    const page = `<!doctype html><title>Button</title><div id="root"></div><script type="module" src="/button.js"></script>`;
    const sent = (type: string) => ({ headers: { "content-type": type, "content-encoding": "br" } });
    const server = Bun.serve({
      port: 0,
      routes: {
        "/auth": new Response(brotliCompressSync(page), sent("text/html")),
        "/button.js": new Response(script, sent("text/javascript")),
      },
      fetch: () => new Response(null, { status: 404 }),
    });
    return { url: server.url.origin, stop: () => server.stop(true) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

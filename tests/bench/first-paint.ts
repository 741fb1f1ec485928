import { openBrowser } from "#tests/support/browser.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";

import { findChromium } from "../../scripts/chromium.ts";
import { serveBarePage } from "./bare-page.ts";
import { type Bench, median, type Row, spread } from "./row.ts";

const ROUNDS = 9;
const SIGN_INS = 5;
const KEY_MS = 100;
const BUDGET = 1.3;
/** Lighthouse's slow phone line: 1.6 Mbit/s down, 750 kbit/s up, 150 ms for each answer. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/**
 * Time until a phone shows the sign-in page, and until React handles its button, compared with a page of one React
 * button. Needs Chromium.
 */
export const firstPaintBench: Bench = async () => {
  if (!findChromium()) return [];
  const bare = await serveBarePage();
  const club = await startClub();
  const browser = await openBrowser();
  const look = async (url: string) => {
    const page = await browser.page({ club: { url }, width: 360 });
    const line = await page.context().newCDPSession(page);
    await line.send("Network.emulateNetworkConditions", LINE);
    await page.goto("/auth");
    await page.waitForFunction(() => {
      const button = document.querySelector("#root button[type=submit]");
      return button && Object.keys(button).some((key) => key.startsWith("__reactProps"));
    });
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
      await signInRow(browser, club),
    ];
  } finally {
    await browser.close();
    await club.stop();
    await bare.stop();
  }
};

/** Somebody types as soon as the form is seen, ten keys a second, compared with a form that needs no script. */
async function signInRow(browser: Browser, club: RunningClub): Promise<Row> {
  await club.makeAdmin();
  const plain = servePlainForm(club);
  const signIn = async (url: string, delay: number): Promise<number> => {
    const page = await browser.page({ club: { url }, width: 360 });
    const line = await page.context().newCDPSession(page);
    await line.send("Network.emulateNetworkConditions", LINE);
    const started = performance.now();
    await page.goto("/auth", { waitUntil: "commit" });
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.locator("[name=username]").pressSequentially("ada", { delay });
    await page.locator("[name=password]").pressSequentially(ADMIN_PASSWORD, { delay });
    await page.keyboard.press("Enter");
    const status = (await answer).status();
    if (status >= 400) throw new Error(`The sign-in was answered ${status}`);
    const took = performance.now() - started;
    await page.context().close();
    return took;
  };
  const [typed, typedPlain, filled, filledPlain]: number[][] = [[], [], [], []];
  for (let round = 0; round < SIGN_INS; round += 1) {
    typedPlain?.push(await signIn(plain.url, KEY_MS));
    typed?.push(await signIn(club.url, KEY_MS));
    filledPlain?.push(await signIn(plain.url, 0));
    filled?.push(await signIn(club.url, 0));
  }
  await plain.stop();
  const ratio = median(typed ?? []) / median(typedPlain ?? []);
  return {
    what: "signed in at 1.6 Mbit/s, typing ten keys a second from the first paint",
    club: `${spread(typed ?? [])} ms, ${ratio.toFixed(2)} ×; filled in at once ${spread(filled ?? [])} ms`,
    compared: `a form without scripts: ${spread(typedPlain ?? [])} ms; ${spread(filledPlain ?? [])} ms`,
    budget: `typed ≤ ${BUDGET} ×`,
    holds: ratio <= BUDGET,
  };
}

/** The least that signs in: a form, and an answer that moves on. The club checks the password. */
function servePlainForm(club: RunningClub) {
  const form = `<!doctype html><title>Sign in</title><form method="post" action="/login">
    <input name="username" /><input name="password" type="password" /><button>Login</button></form>`;
  const html = { headers: { "content-type": "text/html" } };
  const server = Bun.serve({
    port: 0,
    routes: {
      "/auth": new Response(form, html),
      "/login": async (request) => {
        const body = JSON.stringify(Object.fromEntries(await request.formData()));
        const headers = { "content-type": "application/json" };
        const { ok } = await fetch(`${club.url}/api/auth/login`, { method: "POST", headers, body });
        return new Response("", { status: ok ? 200 : 401, ...html });
      },
    },
    fetch: () => new Response(null, { status: 404 }),
  });
  return { url: server.url.origin, stop: () => server.stop(true) };
}

type Browser = Awaited<ReturnType<typeof openBrowser>>;
type Look = { visible: number; works: number };

import { openBrowser } from "#tests/support/browser.ts";
import { startClub } from "#tests/support/executable.ts";
import { bytesOf, firstVisit } from "#tests/support/first-visit.ts";

import { findChromium } from "../../scripts/chromium.ts";
import type { Bench } from "./row.ts";

const BUDGETS = { script: 100, stylesheet: 12, font: 60 };
const REQUESTS = 12;

/** Bytes of a first visit to the sign-in page; deterministic. Needs Chromium. */
export const webBench: Bench = async () => {
  if (!findChromium()) return [];
  const club = await startClub();
  const browser = await openBrowser();
  try {
    const fetched = await firstVisit(await browser.page({ club }), "/auth");
    const sizes = Object.entries(BUDGETS).map(([type, budget]) => ({
      kilobytes: bytesOf(fetched, type) / 1000,
      budget,
    }));
    return [
      {
        what: "sign-in page, first visit: JS, CSS, fonts",
        club: `${sizes.map(({ kilobytes }) => kilobytes.toFixed(1)).join(", ")} KB in ${fetched.length} requests`,
        compared: "headers included",
        budget: `≤ ${Object.values(BUDGETS).join(", ")} KB, ≤ ${REQUESTS} requests`,
        holds: sizes.every(({ kilobytes, budget }) => kilobytes <= budget) && fetched.length <= REQUESTS,
      },
    ];
  } finally {
    await browser.close();
    await club.stop();
  }
};

import { expect, test } from "bun:test";

import { createApp } from "#server/app.ts";

import { accessOf } from "./support/access-call.ts";
import { createClub } from "./support/club.ts";

/**
 * The effect of a mail scanner that presses every button, for each call that anyone with a link can make (BEYOND 14). A
 * new call needs a line: one that removes something must ask for a second step.
 */
const PRESS_EFFECTS: Record<string, string> = {
  "POST /api/answer": "answers; takes nothing back without `confirm`",
  "POST /api/dates": "adds dates; takes none away without `confirm`",
  "POST /api/ereader/confirm": "confirms an address, which adds a way to get books",
  "POST /api/unsubscribe": "its first form leads to a second one, which acts",
  "POST /api/auth/device/look": "shows whose code it is",
  "POST /api/auth/device/use": "needs a code that is typed",
  "POST /api/auth/forgot": "needs an address that is typed, and mails it",
  "POST /api/auth/login": "needs a password that is typed",
  "POST /api/auth/logout": "ends the caller's own session alone",
  "POST /api/auth/passkey": "needs a passkey",
  "POST /api/auth/passkey/options": "needs a passkey",
  "POST /api/auth/register": "needs a password that is typed",
  "POST /api/auth/reset": "needs a password that is typed",
  "POST /api/auth/setup": "needs a password that is typed",
};

test("removes nothing when a scanner presses an open call", async () => {
  const club = await createClub();
  const openRoutes = createApp(club.deps)
    .routes.filter(
      ({ method, hooks }) => !["GET", "HEAD"].includes(method) && accessOf(hooks.detail?.security) === "open",
    )
    .map(({ method, path }) => `${method} ${path}`);
  expect(openRoutes.toSorted()).toEqual(Object.keys(PRESS_EFFECTS).toSorted());
  club.close();
});

test("tries a scanner on every page that a mail leads to", async () => {
  const { LINK_PAGES, MAIL_LINKS } = await import("#contract/first-paint.ts");
  const scannerText = await Bun.file("tests/nightly/mail-scanner.test.ts").text();
  for (const path of new Set([...LINK_PAGES, ...Object.values(MAIL_LINKS)]))
    expect([path, scannerText.includes(`"${path}`)]).toEqual([path, true]);
});

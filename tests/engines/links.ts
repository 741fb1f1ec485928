import { until } from "#tests/support/poll-until.ts";
import { MEMBER_PAGES } from "#web/app/member-pages.ts";

import { type Device, onDevice } from "./device.ts";
import type { Engine } from "./driver.ts";
import { fillSignIn } from "./walk.ts";

const PARAMS: Record<string, string> = { "/read": "/1", "/shelf": "/1", "/meetings": "/1/host" };
const params = (to: string) => PARAMS[to] ?? "/2027-01";

/** Each page of members and admins, with what its address may have. */
const ADDRESSES: readonly string[] = [
  ...MEMBER_PAGES.map((page) => (page.params ? page.to + params(page.to) : page.to)),
  "/admin?tab=email",
  "/profile",
  "/ebook",
];

/** What engines say of modules that they no longer load, because their page is left. */
const LEFT_WHILE_LOADING =
  /The page crashed|^JSHandle@error|Importing a module script failed|A link failed: <link rel="preload"/;

/**
 * Opens links signed out and signs in: each leads to its page. A new device has nothing in its cache; the later links find
 * what the first one brought.
 */
export async function followLinks(engine: Engine, club: { url: string }, addresses = ADDRESSES): Promise<void> {
  await onDevice(engine, club, {}, async (device) => {
    for (const address of addresses) {
      await open(device, address);
      await fillSignIn(device, "margit");
      await device.isAt(address);
      await device.call("/api/auth/logout", "POST");
    }
    await open(device, "/auth");
    await device.sees("Login", "button");
    device.expectNoFaults(LEFT_WHILE_LOADING);
  });
}

/** Firefox refuses to leave a page that is itself just leaving, as one without a session does. */
const open = (device: Device, address: string) =>
  until(() =>
    device.open(address).then(
      () => true,
      () => false,
    ),
  );

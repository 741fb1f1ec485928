import { until } from "#tests/support/poll-until.ts";
import { MEMBER_PAGES } from "#web/app/member-pages.ts";

import { type Device, onDevice } from "./device.ts";
import type { Engine } from "./driver.ts";
import { fillSignIn } from "./walk.ts";

const PARAMS: Record<string, string> = { "/read": "/1", "/shelf": "/1", "/meetings": "/1/host" };

/** Each page for members and admins, with parameters of its URL. */
const ADDRESSES: readonly string[] = [
  ...MEMBER_PAGES.map((page) => (page.params ? page.to + (PARAMS[page.to] ?? "/2027-01") : page.to)),
  "/admin?tab=email",
  "/profile",
  "/ebook",
];

/** The engines' errors about modules that stop loading because their page is left. */
const LEFT_WHILE_LOADING =
  /The page crashed|^JSHandle@error|Importing a module script failed|A link failed: <link rel="preload"/;

/**
 * Opens links signed out and signs in: each leads to its page. A new device's cache is empty; later links use what the
 * first one cached.
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

/** Firefox doesn't leave a page that is itself leaving, as a page without a session does. */
const open = (device: Device, address: string) =>
  until(() =>
    device.open(address).then(
      () => true,
      () => false,
    ),
  );

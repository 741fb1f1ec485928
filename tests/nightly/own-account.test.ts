import { expect, test } from "bun:test";

import { unzipSync } from "fflate";
import type { CDPSession } from "playwright-core";

import { call, checkPage, isSignedIn, PASSWORD, startAccounts } from "#tests/support/accounts.ts";
import { ADMIN_PASSWORD } from "#tests/support/executable.ts";
import { until } from "#tests/support/poll-until.ts";
import { everyTable } from "#tests/support/stored-rows.ts";

const accounts = await startAccounts();

test("shows the server's notification by the service worker", async () => {
  const page = await accounts.newMember("nils", { serviceWorker: true });
  await page.context().grantPermissions(["notifications"], { origin: accounts.here.url });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await call(page, "POST", "/api/profile/push", accounts.push.subscription("nils"));
  const admin = await accounts.browser.signedIn({ club: accounts.here }, "ada", ADMIN_PASSWORD);
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const { id } = await call(admin, "POST", "/api/meetings", { date: inTwoDays, time: "19:00", location: "The cellar" });
  await call(admin, "PATCH", `/api/meetings/${id}`, { time: "20:00" });
  // the server checks for notifications at its start and each minute
  await accounts.club.kill();
  await accounts.club.restart();
  const { notice } = (await until(() => accounts.push.received[0])) ?? {};
  expect(notice?.title).toBe("The meeting has moved");

  const devTools = await page.context().newCDPSession(page);
  const registrationId = await workerId(devTools);
  await devTools.send("ServiceWorker.deliverPushMessage", {
    origin: accounts.here.url,
    registrationId,
    data: JSON.stringify(notice),
  });
  const getNotification = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      return (await worker.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
    });
  const [notification] = await until(getNotification, (notifications) => notifications.length > 0);
  expect(notification).toEqual({ title: notice?.title ?? "", body: notice?.body ?? "", data: "/" });
  await Promise.all([page, admin].map((each) => each.context().close()));
}, 300_000);

/** The id of the worker's registration in DevTools. */
function workerId(devTools: CDPSession): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    const activeRegistration = registrations.find(({ isDeleted }) => !isDeleted);
    if (activeRegistration) resolve(activeRegistration.registrationId);
  });
  void devTools.send("ServiceWorker.enable");
  return promise;
}

test("exports all data, and leaves only what the page says", async () => {
  const page = await accounts.newMember("otto", { serviceWorker: true });
  await call(page, "POST", "/api/posts", { content: "Otto's cheese" });
  await call(page, "POST", "/api/profile/feeds/opds");
  await page.goto("/profile");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download my data" }).click(),
  ]);
  const files = unzipSync(new Uint8Array(await Bun.file(await download.path()).arrayBuffer()));
  const db = accounts.database();
  const memberId = db.query<{ id: number }, []>("SELECT id FROM users WHERE username = 'otto'").get()?.id ?? 0;
  const ownedTables = db
    .query<{ name: string; column: string }, []>(
      `SELECT t.name, k."from" AS column FROM sqlite_schema t, pragma_foreign_key_list(t.name) k
       WHERE t.type = 'table' AND k."table" = 'users' AND t.name <> 'one_time_secrets'`,
    )
    .all();
  const remainingRows: Record<string, number> = { users: 1 };
  for (const { name, column } of ownedTables) {
    const rows = db
      .query<{ n: number }, [number]>(`SELECT count(*) AS n FROM "${name}" WHERE "${column}" = ?`)
      .get(memberId);
    if (rows && rows.n > 0) remainingRows[name] = rows.n;
  }
  expect(remainingRows).toMatchObject({ posts: 1, feeds: 1, sessions: 1, outbox: 1 });
  const exportedFiles = Object.entries(files).map(([name, bytes]) => [
    name.replace(".json", ""),
    JSON.parse(new TextDecoder().decode(bytes)).length,
  ]);
  expect(Object.fromEntries(exportedFiles)).toEqual(remainingRows);
  await checkPage(page, "your-data");

  await page.getByText("Delete my account").first().click();
  await page.getByLabel("Your password").fill("wrong");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await page.getByRole("button", { name: "Delete it" }).click();
  await page.getByText("Your password isn't right. Nothing was deleted.").waitFor();
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await checkPage(page, "deletion");
  await page.getByRole("button", { name: "Delete it" }).click();
  await page.waitForURL((url) => url.pathname === "/auth");
  await page.getByText("Your account has been deleted").first().waitFor();
  await checkPage(page, "deleted");
  expect(await isSignedIn(page)).toBe(false);
  const { audit, ...others } = everyTable(db);
  expect(audit).toContain("account-deleted");
  expect(JSON.stringify(others)).not.toMatch(/\botto\b/i);
  db.close();
  await until(
    () =>
      page.evaluate(async () =>
        (
          await Promise.all(
            (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
          )
        ).flat(),
      ),
    (stored) => !stored.some((url) => url.includes("/api/")),
  );
  await page.context().close();
}, 300_000);

test("no page threw or broke the content security policy", () => {
  expect(accounts.faults()).toEqual([]);
});

import { expect, test } from "bun:test";

import type { Page } from "playwright-core";

import type { Post } from "#contract/posts.ts";
import { callAs, callAsAdmin, PASSWORD, register } from "#tests/support/api-client.ts";
import { startBrowserClub } from "#tests/support/browser-club.ts";
import { UNREACHABLE } from "#tests/support/expected-console-errors.ts";
import { jsonOf } from "#tests/support/json.ts";
import { until } from "#tests/support/poll-until.ts";

const { browser, club } = await startBrowserClub({ provoked: UNREACHABLE });
const members = { mia: await register(club, "mia"), otto: await register(club, "otto") };

const open = async (name: "mia" | "otto") => {
  const page = await browser.signedIn({ club }, name, PASSWORD);
  await page.getByRole("button", { name: "Add Item" }).waitFor();
  return page;
};
const QUEUED_TEXT = "Saved on this device. It'll be sent when you're back online.";

async function post(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: "Add Item" }).click();
  await page.getByPlaceholder("What are you bringing to the meeting?").fill(text);
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await page.getByRole("list", { name: "Waiting posts" }).getByText(text, { exact: true }).waitFor();
}

const listPosted = async (text: string): Promise<string[]> => {
  const posts: Post[] = await jsonOf(members.mia.call("GET", "/api/posts"));
  return posts.filter(({ content }) => content.startsWith(text)).map(({ user }) => user.displayName);
};

async function switchMember(page: Page, name: "mia" | "otto"): Promise<void> {
  const [sessionCookie = ""] = members[name].cookie.split("; ").filter((one) => one.includes("session="));
  const [cookie = "", value = ""] = sessionCookie.split("=");
  await page.context().addCookies([{ name: cookie, value, url: club.url, httpOnly: true, sameSite: "Lax" }]);
}

test("keeps a member's queue in another member's session", async () => {
  const page = await open("mia");
  await page.context().setOffline(true);
  for (let number = 1; number <= 4; number += 1) await post(page, `Private ${number}`);
  let calls = 0;
  await page.route("**/api/posts", async (route) => {
    if (route.request().method() === "POST" && (calls += 1) === 2) await switchMember(page, "otto");
    await route.continue();
  });
  await page.context().setOffline(false);
  await page.getByRole("button", { name: /otto/ }).waitFor();
  expect(await listPosted("Private")).toEqual(["mia"]);
  expect(await page.getByText("Private 4").count()).toBe(0);
  // the user who signs out in the meantime
  await page.getByRole("button", { name: /otto/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByLabel("Username").waitFor();
  members.otto = await callAs(club, "otto");

  await switchMember(page, "mia");
  await page.goto("/");
  await until(
    () => listPosted("Private"),
    (authors) => authors.length === 4,
  );
  expect(await listPosted("Private")).toEqual(["mia", "mia", "mia", "mia"]);
  await page.context().close();
});

test("accepts posts while another tab doesn't finish sending", async () => {
  const page = await open("mia");
  await page.evaluate(async () => {
    const { id } = await (await fetch("/api/auth/user")).json();
    const { promise, resolve } = Promise.withResolvers<void>();
    void navigator.locks.request(`waiting-${id}`, () => promise);
    addEventListener("finish", () => resolve());
  });
  await page.context().setOffline(true);
  for (const number of [1, 2]) await post(page, `Not sent yet ${number}`);
  await page.getByRole("button", { name: "Add Item" }).waitFor();
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event("finish")));
  await until(
    () => listPosted("Not sent yet"),
    (authors) => authors.length === 2,
  );
  await page.context().close();
});

test("posts once what a proxy's timeout left open", async () => {
  const page = await open("mia");
  await page.route("**/api/posts", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await route.fetch();
    await route.fulfill({ status: 504, contentType: "text/html", body: "<title>Gateway Time-out" });
  });
  await post(page, "Posted before the timeout");
  await page.unroute("**/api/posts");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByRole("list", { name: "Waiting posts" }).waitFor({ state: "detached" });
  expect(await listPosted("Posted before")).toEqual(["mia"]);
  await page.context().close();
});

test("loses nothing when the connection to storage breaks", async () => {
  const page = await open("mia");
  await page.evaluate(watchDatabases);
  await page.context().setOffline(true);
  await post(page, "Before it died");
  await page.evaluate(() => (globalThis as unknown as Watched).die());
  await post(page, "After it died");
  await page.getByText(QUEUED_TEXT).first().waitFor();
  // the page itself comes from the server
  await page.route("**/api/posts", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.context().setOffline(false);
  await page.reload();
  await page.getByRole("list", { name: "Waiting posts" }).getByText("After it died").waitFor();
  await page.unroute("**/api/posts");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await until(
    () => listPosted("After it died"),
    (authors) => authors.length === 1,
  );
  await page.context().close();
});

test("keeps entries in the tab while storage fails, and sends them", async () => {
  const page = await open("mia");
  await page.evaluate(watchDatabases);
  await page.context().setOffline(true);
  await post(page, "Stored in time");
  await page.evaluate(() => (globalThis as unknown as Watched).dieForGood());
  await post(page, "In the tab alone");
  await page
    .getByText(/^Your browser can't save this\. Keep this page open/)
    .first()
    .waitFor();
  await page.context().setOffline(false);
  await until(
    () => listPosted("In the tab alone"),
    (authors) => authors.length === 1,
  );
  await page.getByText(/^Your browser can't save this/).waitFor({ state: "detached" });
  expect(await listPosted("Stored in time")).toHaveLength(1);
  await page.context().close();
});

test("loses nothing when the browser deletes its database", async () => {
  const page = await open("mia");
  await page.context().setOffline(true);
  await post(page, "Before it was deleted");
  const debuggee = await page.context().newCDPSession(page);
  await debuggee.send("Storage.clearDataForOrigin", { origin: club.url, storageTypes: "indexeddb" });
  await post(page, "After it was deleted");
  await page.context().setOffline(false);
  await until(
    async () => [await listPosted("Before it was deleted"), await listPosted("After it was deleted")],
    (authors) => authors.every(({ length }) => length === 1),
  );
  await page.context().close();
});

test("works in a browser that denies storage to pages", async () => {
  const page = await browser.page({ club });
  await page.addInitScript(() => {
    const throwDenied = {
      get: () => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, throwDenied);
    LockManager.prototype.request = () => Promise.reject(new DOMException("Access is denied.", "SecurityError"));
  });
  await page.request.post("/api/auth/login", { data: { username: "mia", password: PASSWORD } });
  await page.goto("/");
  await page.context().setOffline(true);
  await post(page, "Denied storage");
  await page.getByText(QUEUED_TEXT).first().waitFor();
  await page.context().setOffline(false);
  await until(
    () => listPosted("Denied storage"),
    (authors) => authors.length === 1,
  );
  await page.context().close();
});

test("shows the answer that was given later on another device", async () => {
  const admin = await callAsAdmin(club);
  const meeting = { date: "2099-03-18", time: "19:00", location: "The cellar" };
  const { id } = await jsonOf(admin.call("POST", "/api/meetings", meeting));
  members.mia = await callAs(club, "mia");
  const page = await open("mia");
  await page.clock.setSystemTime(Date.now() - 3_600_000);
  await page.reload();
  await page.context().setOffline(true);
  const answerButton = (name: string) => page.getByRole("button", { name, exact: true });
  await answerButton("I'm coming").click();
  await page.getByText(QUEUED_TEXT).waitFor();
  await jsonOf(members.mia.call("PUT", `/api/meetings/${id}/answer`, { answer: "no" }));
  await page.clock.setSystemTime(Date.now());
  await page.context().setOffline(false);
  await page.getByText("Your answer wasn't saved. You said something else later, on another device.").waitFor();
  await page.locator('[aria-pressed="true"]', { hasText: "I can't" }).waitFor();
  expect(await page.getByText(QUEUED_TEXT).count()).toBe(0);
  expect((await jsonOf(members.mia.call("GET", `/api/meetings/${id}`))).mine).toEqual({ answer: "no", guests: 0 });
  await page.context().close();
});

test("sends the queue in order, without refetches in between", async () => {
  const page = await open("otto");
  await page.context().setOffline(true);
  await post(page, "Many 0");
  await page.evaluate(addMany, 30);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(request.method());
  });
  await page.context().setOffline(false);
  await until(
    () => listPosted("Many"),
    (authors) => authors.length === 31,
  );
  const callsBetween = calls.slice(calls.indexOf("POST"), calls.lastIndexOf("POST"));
  expect(callsBetween.filter((method) => method === "GET").length).toBeLessThan(10);
  const posts: Post[] = await jsonOf(members.otto.call("GET", "/api/posts"));
  const numbers = posts.flatMap(({ content }) => (content.startsWith("Many ") ? [Number(content.slice(5))] : []));
  expect(numbers.toReversed()).toEqual(Array.from({ length: 31 }, (_, number) => number));
  await page.context().close();
});

type Watched = { die: () => void; dieForGood: () => void };

/** Runs in the page: records open databases, which the test closes as iOS does. */
function watchDatabases(): void {
  const openDatabases = new Set<IDBDatabase>();
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...args) {
    openDatabases.add(this);
    return transaction.apply(this, args);
  };
  const closeDatabases = () => openDatabases.forEach((database) => database.close());
  const dieForGood = () => {
    closeDatabases();
    IDBFactory.prototype.open = () => {
      throw new DOMException(
        "Connection to Indexed Database server lost. Refresh the page to try again",
        "UnknownError",
      );
    };
  };
  Object.assign(globalThis, { die: closeDatabases, dieForGood });
}

/** Runs in the page: adds entries that another tab might have left. */
async function addMany(count: number): Promise<void> {
  const opening = indexedDB.open("listening");
  await new Promise((resolve) => opening.addEventListener("success", resolve));
  const saveStore = opening.result.transaction("saves", "readwrite").objectStore("saves");
  const keys = saveStore.getAllKeys();
  await new Promise((resolve) => keys.addEventListener("success", resolve));
  const [prefix = ""] = String(keys.result.find((key) => String(key).includes("/waiting/"))).split("/post/");
  for (let number = 1; number <= count; number += 1) {
    const sendKey = String(number).padStart(24, "0");
    saveStore.put(
      { at: Date.now() + number, item: { kind: "post", content: `Many ${number}`, sendKey } },
      `${prefix}/post/${sendKey}`,
    );
  }
  await new Promise((resolve) => saveStore.transaction.addEventListener("complete", resolve));
  opening.result.close();
}

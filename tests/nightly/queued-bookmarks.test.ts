import { expect, test } from "bun:test";

import type { Page, Route } from "playwright-core";

import type { Bookmark } from "#contract/bookmarks.ts";
import { startListeningClub } from "#tests/support/listening-club.ts";
import { openPlayer, seek, untilSaved } from "#tests/support/player-page.ts";
import { until } from "#tests/support/poll-until.ts";

const { club, bookId, device } = await startListeningClub();

const getJson = (page: Page, path: string) => page.evaluate(async (path) => (await fetch(path)).json(), path);
const notes = async (page: Page): Promise<string[]> =>
  ((await getJson(page, `/api/bookmarks?bookId=${bookId}`)) as Bookmark[]).map(({ note }) => note);

const posts = async (page: Page): Promise<string[]> =>
  ((await getJson(page, "/api/posts")) as { content: string }[]).map(({ content }) => content);

/** Runs in the page. @returns the number of queued entries on this device, including positions */
async function countWaiting(): Promise<number> {
  const request = indexedDB.open("listening");
  const database = await new Promise<IDBDatabase>((resolve) => {
    request.addEventListener("success", () => resolve(request.result));
  });
  const keysRequest = database.transaction("saves").objectStore("saves").getAllKeys();
  await new Promise((resolve) => keysRequest.transaction?.addEventListener("complete", resolve));
  database.close();
  // besides the marker with which the app notices a deleted database
  return keysRequest.result.filter((key) => !/^\d+\/database$/.test(String(key))).length;
}

async function addItem(page: Page, content: string): Promise<void> {
  await page.getByRole("button", { name: "Add Item" }).click();
  await page.getByLabel("Your item").fill(content);
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await page.getByText(content).waitFor();
}

/** A phone whose pages open without a network. */
async function openPhone(): Promise<Page> {
  const phone = await device.open({ serviceWorker: true, width: 390 });
  await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await phone.goto("/");
  await until(() => phone.evaluate(async () => (await caches.match("/api/posts")) !== undefined));
  await openPlayer(phone);
  return phone;
}

async function addBookmark(page: Page, note: string): Promise<void> {
  await page.getByRole("tab", { name: "Bookmarks" }).click();
  await page.getByRole("textbox", { name: "Note" }).fill(note);
  await page.getByRole("button", { name: /^Bookmark \d/ }).click();
  await page.getByText(note).waitFor();
}

test("syncs an offline bookmark later, after its position", async () => {
  const phone = await openPhone();
  await phone.context().setOffline(true);
  await seek(phone, 3000);
  await addBookmark(phone, "In the tunnel");
  // the book is closed, the app is opened again, and only then is there a network
  await phone.goto("/");
  await addItem(phone, "Figs from the tunnel");
  const sentPaths: string[] = [];
  const noteSaved =
    (name: string, delayMs = 0) =>
    async (route: Route) => {
      if (route.request().method() !== "POST") return route.continue();
      sentPaths.push(`${name} sent`);
      await Bun.sleep(delayMs);
      await route.continue();
      return void sentPaths.push(`${name} on its way`);
    };
  // only the position's save is slow
  await phone.route("**/api/audiobook-progress", noteSaved("place", 1500));
  await phone.route("**/api/bookmarks", noteSaved("mark"));
  await phone.route("**/api/posts", noteSaved("post"));
  await phone.context().setOffline(false);
  const laptop = await device.open();
  await until(async () => (await notes(laptop)).includes("In the tunnel"));
  await until(async () => (await posts(laptop)).includes("Figs from the tunnel"));
  await untilSaved(laptop, bookId, 3000);
  expect(await notes(laptop)).toEqual(["In the tunnel"]);
  expect(sentPaths).toEqual(["place", "mark", "post"].flatMap((name) => [`${name} sent`, `${name} on its way`]));
});

test("resends a bookmark and a post without a response once", async () => {
  const phone = await openPhone();
  let droppedCount = 0;
  const dropResponse = async (route: Route) => {
    if (route.request().method() !== "POST" || droppedCount >= 2) return route.continue();
    droppedCount += 1;
    await route.fetch();
    return route.abort();
  };
  await phone.route("**/api/bookmarks", dropResponse);
  await addBookmark(phone, "Answered into the void");
  await phone.route("**/api/posts", dropResponse);
  await phone.getByRole("link", { name: "Home" }).click();
  await addItem(phone, "Figs into the void");
  const laptop = await device.open();
  const listOwnPosts = async () =>
    [...(await notes(laptop)), ...(await posts(laptop))].filter((text) => text.includes("into the void"));
  await until(async () => (await listOwnPosts()).length === 2);
  // and nothing is queued anymore
  await phone.reload();
  await until(() => phone.evaluate(countWaiting).then((count) => count === 0));
  expect([droppedCount, (await listOwnPosts()).toSorted()]).toEqual([
    2,
    ["Answered into the void", "Figs into the void"],
  ]);
});

test("reports a rejected bookmark, which can be resent", async () => {
  const phone = await openPhone();
  await phone.context().setOffline(true);
  await seek(phone, 5000);
  await addBookmark(phone, "One too many");
  const laptop = await device.open();
  await laptop.evaluate(async (bookId) => {
    const addFiller = async (index: number): Promise<void> => {
      const body = JSON.stringify({ bookId, currentTime: index, note: `Filler ${index}` });
      const headers = { "content-type": "application/json" };
      const { status } = await fetch("/api/bookmarks", { method: "POST", headers, body });
      if (status === 201) await addFiller(index + 1);
    };
    await addFiller(0);
  }, bookId);
  await phone.goto("/");
  await phone.getByRole("banner").waitFor();
  await phone.context().setOffline(false);
  const rejectedRegion = phone.getByRole("region", { name: "Not saved" });
  await rejectedRegion.getByText("You can have 500 bookmarks per book").waitFor();
  await rejectedRegion.getByText("One too many").waitFor();
  // it also survives a reload
  await phone.reload();
  await rejectedRegion.getByText("One too many").waitFor();
  await laptop.evaluate(async (bookId) => {
    const bookmarks = (await (await fetch(`/api/bookmarks?bookId=${bookId}`)).json()) as Bookmark[];
    const fillers = bookmarks.filter(({ note }) => note.startsWith("Filler"));
    await Promise.all(fillers.map(({ id }) => fetch(`/api/bookmarks/${id}`, { method: "DELETE" })));
  }, bookId);
  await rejectedRegion.getByRole("button", { name: "Try again" }).click();
  await until(async () => (await notes(laptop)).includes("One too many"));
  await rejectedRegion.waitFor({ state: "hidden" });
});

test("sends once what version 1.0.0 left in the browser", async () => {
  const page = await device.open();
  const { id } = await getJson(page, "/api/auth/user");
  const oldEntries = {
    // in the format of 1.0.0's bookmark-queue.ts and acts.ts
    [`${id}/bookmark/${JSON.stringify([bookId, 70, undefined, undefined, "Of 1.0.0"])}`]: {
      at: 1,
      item: { bookId, currentTime: 70, note: "Of 1.0.0" },
    },
    [`${id}/act/post/0b7c9a52-6d0b-4a51-8f7c-1d1a2b3c4d5e`]: {
      at: 2,
      item: { kind: "post", content: "Figs of 1.0.0", sendKey: "0b7c9a52-6d0b-4a51-8f7c-1d1a2b3c4d5e" },
    },
  };
  await page.goto("/robots.txt");
  await page.evaluate(async (entries) => {
    const request = indexedDB.open("listening");
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.addEventListener("success", () => resolve(request.result));
    });
    const saves = database.transaction("saves", "readwrite").objectStore("saves");
    for (const [key, value] of Object.entries(entries)) saves.put(value, key);
    await new Promise((resolve) => saves.transaction.addEventListener("complete", resolve));
    database.close();
  }, oldEntries);
  await page.goto("/");
  const listOldPosts = async () => (await posts(page)).filter((content) => content === "Figs of 1.0.0");
  await until(async () => (await listOldPosts()).length > 0 && (await notes(page)).includes("Of 1.0.0"));
  await page.goto("/");
  await page.getByRole("banner").waitFor();
  expect(await listOldPosts()).toHaveLength(1);
  expect((await notes(page)).filter((note) => note === "Of 1.0.0")).toHaveLength(1);
});

test("asks before a sign-out with unsent bookmarks", async () => {
  const phone = await openPhone();
  await phone.context().setOffline(true);
  await seek(phone, 4000);
  await addBookmark(phone, "One of two");
  await seek(phone, 4100);
  await addBookmark(phone, "Two of two");
  const questions: string[] = [];
  phone.on("dialog", (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  const question = phone.getByRole("dialog");
  await phone.getByRole("button", { name: /^Account:/ }).click();
  await phone.getByRole("menuitem", { name: "Sign out" }).click();
  await until(async () => questions.length > 0 || (await question.count()) > 0);
  const questionText = questions[0] ?? (await question.innerText());
  expect(questionText).toContain("2 bookmarks");
  expect(questionText).toContain("Your place in 1 book");
  // and staying loses nothing
  if (questions.length === 0) await question.getByRole("button", { name: "Stay here" }).click();
  await phone.context().setOffline(false);
  const laptop = await device.open();
  await until(async () => (await notes(laptop)).includes("Two of two"));
  await untilSaved(laptop, bookId, 4100);
});

test("sends each entry once to a server that is killed often", async () => {
  const phone = await openPhone();
  const homePage = await phone.context().newPage();
  await homePage.goto("/");
  await homePage.getByRole("button", { name: "Add Item" }).waitFor();
  const expectedTexts = ["First cut", "Second cut", "Third cut"];
  for (const [index, words] of expectedTexts.entries()) {
    await club.kill();
    await seek(phone, 6000 + index * 100);
    await addBookmark(phone, words);
    await addItem(homePage, words);
    await club.restart();
    await until(async () => (await notes(phone)).includes(words) && (await posts(phone)).includes(words));
    await untilSaved(phone, bookId, 6000 + index * 100);
  }
  for (const sentTexts of [await notes(phone), await posts(phone)])
    expect(sentTexts.filter((words) => expectedTexts.includes(words)).toSorted()).toEqual(expectedTexts.toSorted());
});

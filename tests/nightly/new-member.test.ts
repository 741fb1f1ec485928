import { afterAll, expect, test } from "bun:test";

import { openBrowser } from "#tests/support/browser.ts";
import { startDemoClub } from "#tests/support/demo.ts";
import { png } from "#tests/support/images.ts";
import { openLibraryFinds, startIsbnServices } from "#tests/support/isbn-services.ts";
import { handOn } from "#tests/support/keystroke-model.ts";
import { until } from "#tests/support/poll-until.ts";
import { chapterFrame } from "#tests/support/reader-page.ts";

const [WIDTH, HEIGHT] = [360, 740];
const services = startIsbnServices({ "/search.json": openLibraryFinds({ title: "Emma: A novel" }) });
const club = await startDemoClub(services.environment);
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await club.stop();
  await services.stop();
});

const SWIPES_MAX = 10;
/** Maximum for any of the steps, at a person's speed. */
const SECONDS_MAX = 60;
/** The maximum number of presses for each step. */
const PRESSES_MAX: Record<string, number> = {
  "register with a photo": 3,
  "say that you come": 1,
  "bring something": 1,
  post: 2,
  "read ten pages": 11,
  "make the type larger": 4,
  // besides the long press
  "highlight some words": 1,
  "listen from there": 1,
  "nominate a book": 5,
  "find the talk": 1,
};

test("takes no extra press on a new member's first evening", async () => {
  const page = await browser.page({ club, width: WIDTH, height: HEIGHT, scale: 2, touch: true });
  const user = handOn(page, { name: "evening", isTouch: true });
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  const link = (name: string | RegExp) => page.getByRole("link", { name, exact: true });
  const tabs = page.getByRole("navigation", { name: "Main" });

  await user.step("open the invitation");
  await page.goto(`/auth?invite=${club.demo.invitation.code}`);
  await button("Register").waitFor();

  await user.step("register with a photo");
  await user.fill("Nell Ashby", page.getByLabel("Your name"));
  // the username is proposed
  for (const text of ["", "nell@example.org", "a quiet corner"]) await user.fill(text);
  const fileChooser = page.waitForEvent("filechooser");
  await user.press(button("Add your photo"));
  const photo = { name: "me.png", mimeType: "image/png", buffer: Buffer.from(await png()) };
  await (await fileChooser).setFiles(photo);
  await user.press(button("Register"));
  await page.getByText("When can you come?").waitFor();
  // the account menu's image
  await until(() => page.locator("header img").count());

  await user.step("say that you come");
  const date = page.getByRole("button", { name: /can come/ }).first();
  await user.press(date);
  await until(async () => (await date.getAttribute("aria-pressed")) === "true");

  await user.step("bring something");
  await user.press(button(/^I'll bring it: Red wine$/));
  await button(/^I can't bring it: Red wine$/).waitFor();

  await user.step("post");
  await user.press(button("Add Item"));
  await user.type("A tin of shortbread");
  await user.press(button("Post"));
  await page.getByText("Your post has been added").waitFor();

  await user.step("read ten pages");
  await user.press(link("Read now"));
  await chapterFrame(page);
  for (let pages = 0; pages < 10; pages += 1) {
    const before = await until(shownPage);
    await user.tapAt(WIDTH - 30, HEIGHT / 2);
    await until(shownPage, (shownText) => shownText !== "" && shownText !== before);
  }

  await user.step("make the type larger");
  await user.tapAt(WIDTH / 2, HEIGHT / 2);
  await user.press(button("Display settings"));
  const getSize = () =>
    page
      .frames()
      .at(-1)
      ?.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))
      .catch(() => 0);
  const before = (await getSize()) ?? 0;
  await user.press(button("Larger text"));
  await until(getSize, (currentSize) => (currentSize ?? 0) > before);
  await user.press(button("Close"));

  await user.step("highlight some words");
  await selectWords();
  await user.press(button("Highlight"));
  await until(async () => {
    const { id } = await (await page.request.get("/api/books/current")).json();
    return (await (await page.request.get(`/api/bookmarks?bookId=${id}`)).json()).length === 1;
  });

  await user.step("listen from there");
  // "Play" once the server has aligned the book
  await user.press(button(/^(?:Play|Listen from here)$/));
  await until(() => page.evaluate(() => document.querySelector("audio")?.paused === false));

  await user.step("nominate a book");
  await user.tapAt(WIDTH / 2, HEIGHT / 2);
  await user.press(link("Close the book"));
  await user.press(link("Nominate a book"));
  await page.locator("input:focus").and(page.getByLabel("Find a book")).waitFor();
  await user.type("emma\n");
  await user.press(button(/^Emma: A novel/));
  await until(async () => (await page.getByLabel("Title").inputValue()) !== "");
  await user.press(button("Nominate"));
  await page.getByText("Nominated by you").waitFor();

  await user.step("find the talk");
  await user.press(tabs.getByRole("link", { name: /^Club/ }));
  await page.getByRole("heading", { name: "Talk" }).waitFor();
  // pages that are turned faster than anyone reads don't open the talk
  await page.getByText(/notes ahead of you/).waitFor();

  const steps = await user.end();
  console.table(steps);
  expect(steps.reduce((sum, { swipes }) => sum + swipes, 0)).toBeLessThanOrEqual(SWIPES_MAX);
  expect(Math.max(...steps.map(({ seconds }) => seconds))).toBeLessThanOrEqual(SECONDS_MAX);
  const tooManyPresses = steps.filter(({ step, presses }) => presses > (PRESSES_MAX[step] ?? 0));
  expect(tooManyPresses).toEqual([]);
  expect(browser.faults).toEqual([]);

  /** The section and the position in it; empty until it has a layout. */
  async function shownPage(): Promise<string> {
    const frame = page.frames().at(-1);
    const start = page.locator("foliate-paginator").evaluate((pages) => Reflect.get(pages, "start"));
    return start.then(
      (scrollPosition) => `${frame?.url()} ${Math.round(scrollPosition)}`,
      () => "",
    );
  }

  /** The selection of a phone's long press, which headless Chromium lacks. */
  async function selectWords(): Promise<void> {
    const frame = await chapterFrame(page);
    await frame.evaluate(() => {
      const left = window.frameElement?.getBoundingClientRect().left ?? 0;
      const caret = document.caretPositionFromPoint(window.parent.innerWidth / 2 - left, window.parent.innerHeight / 2);
      if (!caret) throw new Error("No text is shown");
      const end = Math.min(caret.offset + 20, caret.offsetNode.textContent?.length ?? 0);
      document.getSelection()?.setBaseAndExtent(caret.offsetNode, caret.offset, caret.offsetNode, end);
      document.dispatchEvent(new Event("pointerup"));
    });
  }
}, 300_000);

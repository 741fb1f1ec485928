import { expect, test } from "bun:test";

import { act, screen, waitFor } from "@testing-library/react";

import { openDashboard } from "#tests/support/admin-web.tsx";
import { book, json } from "#tests/support/web.tsx";

const chapters = ["Opening credits", "Chapter One", "Chapter Two"].map((title, at) => ({ title, start: at * 60 }));
const bookWithBothFiles = {
  ...book,
  audiobookFilename: "willows.mp3",
  audiobookSize: 9,
  audiobookSeconds: 180,
  chapters,
};
const toc = ["I", "II"].map((title, section) => ({ title, section, fragment: null, level: 0, start: section * 50 }));
const pairs = [{ chapter: 1, section: 0, fragment: null, confidence: 0.9 }];
const sentences = { state: "ready", share: 0.87, progress: 1 };
const contents = {
  title: book.title,
  sections: [0, 1].map((index) => ({ index, href: `${index}.xhtml`, length: 50, linear: true })),
  toc,
  files: [],
  length: 100,
  language: null,
  direction: null,
  layout: "reflowable",
  version: "1",
};
const api = {
  [`GET /api/books/${book.id}`]: bookWithBothFiles,
  "GET /api/books/current": bookWithBothFiles,
  [`GET /api/books/${book.id}/match`]: { confidence: 0.9, corrected: false, pairs, sentences },
  [`GET /api/books/${book.id}/contents`]: contents,
};

test("offers a working retry when the eBook's contents fail", async () => {
  const path = `GET /api/books/${book.id}/contents`;
  const app = openDashboard("audiobook", { ...api, [path]: () => json({ message: "Busy" }, 503) });
  await app.user.click(await screen.findByText("Matching chapters"));
  await screen.findByText("We couldn't load the chapters");
  app.api[path] = contents;
  await app.user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "Save chapters" })).toBeTruthy();
});

test("shows an admin the matched chapters, saves corrections", async () => {
  const sentBodies: unknown[] = [];
  const app = openDashboard("audiobook", {
    ...api,
    [`PUT /api/books/${book.id}/match`]: (body: unknown) => {
      sentBodies.push(body);
      return json({ confidence: 1, corrected: true, pairs: [], sentences });
    },
  });
  await app.user.click(await screen.findByText("Matching chapters"));
  await screen.findByText("These chapters were matched automatically and look right.");
  const selectFor = (title: string) => screen.getByLabelText<HTMLSelectElement>(`${title} in the eBook`);
  expect(chapters.map(({ title }) => selectFor(title).selectedOptions[0]?.textContent)).toEqual([
    "Continues, or isn't in the text",
    "I",
    "Continues, or isn't in the text",
  ]);
  await app.user.selectOptions(selectFor("Chapter Two"), "II");
  await app.user.click(screen.getByRole("button", { name: "Save chapters" }));
  await waitFor(() =>
    expect(sentBodies).toEqual([
      {
        pairs: [
          { chapter: 1, section: 0, fragment: null },
          { chapter: 2, section: 1, fragment: null },
        ],
      },
    ]),
  );
});

test.each([
  [{ state: "ready", share: 0.873, progress: 1 }, "Read-along works for 87% of the book."],
  [{ state: "working", share: 0, progress: 0.4 }, "40%"],
  [{ state: "waiting", share: 0, progress: 0 }, "Text and audio will be synced soon."],
  [
    { state: "not-possible", share: 0, progress: 1 },
    "Read-along isn't available: the audio doesn't match the text, or it's stored only in the bucket.",
  ],
])("shows the progress of the alignment: %j", async (progress, text) => {
  const match = { confidence: 0.9, corrected: false, pairs, sentences: progress };
  const app = openDashboard("audiobook", { ...api, [`GET /api/books/${book.id}/match`]: match });
  await app.user.click(await screen.findByText("Matching chapters"));
  expect(await screen.findByText(text)).toBeTruthy();
});

test("keeps an admin's choices while a book is aligned", async () => {
  const path = `GET /api/books/${book.id}/match`;
  const match = (progress: number) => {
    return { confidence: 0.9, corrected: false, pairs, sentences: { state: "working", share: 0, progress } };
  };
  const app = openDashboard("audiobook", { ...api, [path]: match(0.4) });
  await app.user.click(await screen.findByText("Matching chapters"));
  const chapterSelect = await screen.findByLabelText<HTMLSelectElement>("Chapter Two in the eBook");
  await app.user.selectOptions(chapterSelect, "II");
  app.api[path] = match(0.6);
  expect(await screen.findByText("60%")).toBeTruthy();
  expect(chapterSelect.isConnected && chapterSelect.selectedOptions[0]?.textContent).toBe("II");
}, 300_000);

test("keeps an admin's choices when reloading fails", async () => {
  const path = `GET /api/books/${book.id}/match`;
  const runningAlignment = {
    confidence: 0.9,
    corrected: false,
    pairs,
    sentences: { state: "working", share: 0, progress: 0.4 },
  };
  const app = openDashboard("audiobook", { ...api, [path]: runningAlignment });
  await app.user.click(await screen.findByText("Matching chapters"));
  const chapterSelect = await screen.findByLabelText<HTMLSelectElement>("Chapter Two in the eBook");
  await app.user.selectOptions(chapterSelect, "II");
  let failureCount = 0;
  app.api[path] = () => {
    failureCount += 1;
    return json({ message: "Busy" }, 503);
  };
  await waitFor(() => expect(failureCount).toBeGreaterThan(0));
  await act(() => Bun.sleep(50));
  expect(chapterSelect.isConnected && chapterSelect.selectedOptions[0]?.textContent).toBe("II");
}, 300_000);

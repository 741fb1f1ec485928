import { beforeAll, expect, test } from "bun:test";

import { act, screen } from "@testing-library/react";

import { book, memberApi, openApp } from "#tests/support/web.tsx";
import { showError, showSuccess } from "#web/ui/feedback/toast.ts";

// Preloaded, because loading may take longer than the first test's timeout.
beforeAll(() =>
  Promise.all([
    import("#web/app/pages/read.tsx"),
    import("#web/app/shell/shell.tsx"),
    import("#web/ui/feedback/toaster.tsx"),
  ]),
);

/** Shows a toast on Home, then opens the reader. */
async function openReaderAfter(showToast: () => void, text: string): Promise<void> {
  const { user } = openApp("/", {
    ...memberApi,
    "GET /api/books/current": { ...book, ebookFilename: "willows.epub" },
  });
  const link = await screen.findByRole("link", { name: "Read now" });
  act(showToast);
  await screen.findByText(text);
  await user.click(link);
  await screen.findByText("This book can't be read here. If it has an eBook, you can download it.");
}

test("hides the previous page's success in the reader", async () => {
  await openReaderAfter(() => showSuccess("Your post has been added"), "Your post has been added");
  expect(screen.queryByText("Your post has been added") === null).toBe(true);
});

test("still shows an error in the reader", async () => {
  await openReaderAfter(() => showError("Your answer wasn't saved."), "Your answer wasn't saved.");
  expect(screen.getByText("Your answer wasn't saved.")).toBeTruthy();
});

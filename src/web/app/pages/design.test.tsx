import { expect, test } from "bun:test";

import { screen } from "@testing-library/react";

import { openApp, visitorApi } from "#tests/support/web.tsx";

test("shows every part of ui/", async () => {
  // these are inside others: the confirm dialog, each field, the app's region, the book cover, the season's icon, and
  // links; and one that shows a failed load or what it was given
  const within = new Set([
    "dialog.tsx",
    "labelled-box.tsx",
    "toaster.tsx",
    "cloth.tsx",
    "svg-icon.tsx",
    "link.tsx",
    "query-content.tsx",
    "lazy-confirm-dialog.tsx",
    "sheet.tsx",
  ]);
  const samples = ["src/web/design/*.tsx", "src/web/app/pages/design.tsx", "src/web/app/app.tsx"];
  const texts = await Promise.all(
    samples.flatMap((glob) => [...new Bun.Glob(glob).scanSync(".")].map((file) => Bun.file(file).text())),
  );
  const shown = texts.join("\n");
  const parts = [...new Bun.Glob("**/*.tsx").scanSync("src/web/ui")]
    .map((path) => path.split("/").at(-1) ?? path)
    .filter((part) => !within.has(part) && !part.endsWith(".test.tsx"));
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((part) => !shown.includes(`/${part}"`))).toEqual([]);
});

test("shows every part in each season, light and dark", async () => {
  openApp("/design", visitorApi);
  await screen.findByRole("heading", { level: 1, name: "Design" });
  for (const season of ["spring", "summer", "fall", "winter", "default"]) {
    for (const theme of ["light", "dark"])
      expect(screen.getByRole("region", { name: `${season}, ${theme}` })).toBeTruthy();
  }
  expect(screen.getAllByText("We couldn't load the board").length).toBe(20);
});

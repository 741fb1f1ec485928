import { expect, it } from "bun:test";

import { screen } from "@testing-library/react";

import { openApp, visitorApi } from "#tests/support/web.tsx";

it("shows every part in each season, light and dark", async () => {
  openApp("/design", visitorApi);
  await screen.findByRole("heading", { level: 1, name: "Design" });
  for (const season of ["spring", "summer", "fall", "winter", "default"]) {
    for (const theme of ["light", "dark"])
      expect(screen.getByRole("region", { name: `${season}, ${theme}` })).toBeTruthy();
  }
  expect(screen.getAllByText("We could not load the board").length).toBe(20);
});

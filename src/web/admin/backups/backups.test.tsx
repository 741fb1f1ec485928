import { describe, expect, test } from "bun:test";

import { screen, within } from "@testing-library/react";

import { openHealth, respondError } from "#tests/support/admin-web.tsx";

const nightlyBackup = { name: "2026-01-05", createdAt: "2026-01-05T08:00:00Z", bytes: 2_300_000, files: 3 };
const completeBackup = { at: "2026-01-05T08:00:00Z", kind: "nightly", outcome: "whole", message: "" };

async function openCard(backups: unknown) {
  openHealth({ "GET /api/backups": backups });
  const title = await screen.findByRole("heading", { name: "Backups" });
  const section = title.closest("section") ?? title.parentElement?.parentElement;
  if (!section) throw new Error("The card has no frame");
  return within(section as HTMLElement);
}

describe("the backups card", () => {
  test("shows the last backup and how many nights are kept", async () => {
    const { findByText, queryByRole } = await openCard({
      last: completeBackup,
      lastGoodAt: completeBackup.at,
      nightly: true,
      nights: [nightlyBackup, { ...nightlyBackup, name: "2026-01-04" }],
    });
    expect(await findByText(/Last backup: Jan 5, 2026/)).toBeTruthy();
    expect(await findByText(/2 nights kept on the server, the latest 2\.3\sMB\./)).toBeTruthy();
    expect(queryByRole("alert")).toBeNull();
  });

  test("says what failed in the last one, and which last worked", async () => {
    const lastBackup = { at: "2026-01-06T08:00:00Z", kind: "nightly", outcome: "failed", message: "The disk is full." };
    const { findByRole, findByText } = await openCard({
      last: lastBackup,
      lastGoodAt: completeBackup.at,
      nightly: true,
      nights: [nightlyBackup],
    });
    expect((await findByRole("alert")).textContent).toContain("The disk is full.");
    expect(await findByText(/Last backup: Jan 5, 2026/)).toBeTruthy();
  });

  test("says that there is none yet, and who makes backups", async () => {
    const { findByText } = await openCard({ last: null, lastGoodAt: null, nightly: false, nights: [] });
    expect(await findByText("No backup has been made yet.")).toBeTruthy();
    expect(await findByText(/Nightly backups are off/)).toBeTruthy();
  });

  test("offers to try again when it can't be loaded", async () => {
    const { findByRole } = await openCard(respondError);
    expect(await findByRole("button", { name: /try again/i })).toBeTruthy();
  });
});

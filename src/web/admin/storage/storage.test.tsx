import { describe, expect, test } from "bun:test";

import { cleanup, screen, within } from "@testing-library/react";

import { openHealth, respondError } from "#tests/support/admin-web.tsx";

async function openCard(storage: unknown) {
  openHealth({ "GET /api/storage": storage });
  const section = (await screen.findByRole("heading", { name: "Storage" })).closest("section");
  if (!section) throw new Error("The card has no frame");
  return within(section);
}
const noFiles = { files: 0, bytes: 0 };

describe("the storage card", () => {
  test("says that all files are in place, and how much space is left", async () => {
    const { findByText, queryByRole } = await openCard({ faults: [], unnamed: noFiles, freeBytes: 12_300_000_000 });
    expect(await findByText("All files are in place.")).toBeTruthy();
    expect(await findByText("12.3 GB free.")).toBeTruthy();
    expect(queryByRole("alert")).toBeNull();
  });

  test("names each missing file, and what is removed automatically", async () => {
    const issues = [
      { path: "books/1/a.m4b", what: "The audiobook of “Emma”", expected: 100, found: null },
      { path: "books/2/b.epub", what: "The eBook of “Persuasion”", expected: 100, found: 50 },
    ];
    const replacedFiles = { files: 2, bytes: 2_300_000 };
    const { findByRole, findByText } = await openCard({ faults: issues, unnamed: replacedFiles, freeBytes: 1e9 });
    const alert = (await findByRole("alert")).textContent;
    expect(alert).toContain("2 files are missing.");
    expect(alert).toContain("The audiobook of “Emma” is missing or can't be read.");
    expect(alert).toContain("The eBook of “Persuasion” has changed since it was uploaded.");
    expect(await findByText(/2\.3\sMB of replaced or removed files will be freed within a day/)).toBeTruthy();
  });

  test("names a missing folder instead of each of its files", async () => {
    const issues = ["books/1/a.m4b", "books/2/b.epub"].map((path) => ({
      path,
      what: "The audiobook of “Emma”",
      expected: 100,
      found: null,
    }));
    const { findByRole, queryByText } = await openCard({
      missing: ["books", "covers"],
      faults: issues,
      unnamed: noFiles,
      freeBytes: 1e9,
    });
    const alert = (await findByRole("alert")).textContent;
    expect(alert).toContain("Folders are missing.");
    expect(alert).toContain("The server can’t find books and covers.");
    expect(alert).not.toContain("Emma");
    expect(queryByText("All files are in place.")).toBeNull();
  });

  test("says that books are in a bucket, and why one failed", async () => {
    const healthy = { faults: [], unnamed: noFiles, freeBytes: 1e9 };
    const fullCard = await openCard({ ...healthy, bucket: { waiting: 0, fault: null } });
    expect(await fullCard.findByText("All books are in the bucket.")).toBeTruthy();
    cleanup();
    const waitingCard = await openCard({ ...healthy, bucket: { waiting: 2, fault: null } });
    expect(await waitingCard.findByText(/^2 book files will be copied to the bucket\. Until then,/)).toBeTruthy();
    cleanup();
    const { findByRole } = await openCard({ ...healthy, bucket: { waiting: 1, fault: "The bucket is full." } });
    const alert = (await findByRole("alert")).textContent;
    expect(alert).toContain("The bucket is full.");
    expect(alert).toContain("1 book file will be copied to the bucket. Until then, members get it from this server.");
  });

  test("offers to try again when it can't be loaded", async () => {
    const { findByRole } = await openCard(respondError);
    expect(await findByRole("button", { name: /try again/i })).toBeTruthy();
  });
});

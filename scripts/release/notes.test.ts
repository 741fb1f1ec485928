import { expect, test } from "bun:test";

import { releaseNotes } from "./notes.ts";

const changelog =
  "# Changelog\n\n## Unreleased\n\nSoon.\n\n## 1.1.0, 2027-02-01\n\n- Two\n\n### For admins\n\n- Three\n\n## 1.0.0, 2026-11-23\n\n- One\n";

test("the notes of a release are its own part of the changelog", () => {
  expect(releaseNotes(changelog, "1.1.0")).toBe("- Two\n\n### For admins\n\n- Three\n");
  expect(releaseNotes(changelog, "1.0.0")).toBe("- One\n");
});

test("a version without a part or a date isn't released", () => {
  expect(() => releaseNotes(changelog, "1.0")).toThrow("nothing about 1.0.");
  expect(() => releaseNotes("# Changelog\n\n## 2.0.0\n\n- Four\n", "2.0.0")).toThrow("doesn't say when");
});

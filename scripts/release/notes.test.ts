import { expect, test } from "bun:test";

import { releaseNotes } from "./notes.ts";

const changelog =
  "# Changelog\n\n## Unreleased\n\nSoon.\n\n## 1.1.0, 2027-02-01\n\n- Two\n\n### For admins\n\n- Three\n\n## 1.0.0, 2026-11-23\n\n- One\n";

test("reads a release's notes from its section of the changelog", () => {
  expect(releaseNotes(changelog, "1.1.0")).toStartWith("- Two\n\n### For admins\n\n- Three\n\n### On a Mac\n");
  expect(releaseNotes(changelog, "1.0.0")).toStartWith("- One\n\n### On a Mac\n");
});

test("quotes the command for a Mac from docs/deploy.md", async () => {
  const command = /^ {4}(chmod .*codesign --force --sign - .*)$/m.exec(releaseNotes(changelog, "1.1.0"))?.[1] ?? "";
  expect(command).toContain("bookclub-1.1.0-darwin-*");
  expect(await Bun.file("docs/deploy.md").text()).toContain(`\n${command.replaceAll("1.1.0", "VERSION")}\n`);
});

test("rejects a version without a section or a date", () => {
  expect(() => releaseNotes(changelog, "1.0")).toThrow("nothing about 1.0.");
  expect(() => releaseNotes("# Changelog\n\n## 2.0.0\n\n- Four\n", "2.0.0")).toThrow("doesn't say when");
});

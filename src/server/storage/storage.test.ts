import { beforeEach, expect, test } from "bun:test";
import { rmSync, truncateSync, writeFileSync } from "node:fs";

import { addAudiobook } from "#tests/support/club-folders.ts";
import { eachClub } from "#tests/support/each-club.ts";

const { club } = eachClub([]);
beforeEach(async () => {
  await club.deps.disk.prepare();
});

const fetchStorage = async () => (await club.admin(`ada${Math.random()}`).call("GET", "/api/storage")).json();
test("shows admins missing or truncated files by book (F04, D05)", async () => {
  const [emmaId, persuasionId] = [await addAudiobook(club.deps, "Emma"), await addAudiobook(club.deps, "Persuasion")];
  expect(await fetchStorage()).toMatchObject({ faults: [], unnamed: { files: 0, bytes: 0 } });
  rmSync(club.deps.disk.absolute(emmaId.path));
  truncateSync(club.deps.disk.absolute(persuasionId.path), 100);
  const { faults, freeBytes } = await fetchStorage();
  expect(faults).toEqual([
    { path: persuasionId.path, what: "The audiobook of “Persuasion”", expected: persuasionId.size, found: 100 },
    { path: emmaId.path, what: "The audiobook of “Emma”", expected: emmaId.size, found: null },
  ]);
  expect(freeBytes).toBeGreaterThan(0);
});

test("a missing photo is reported without the member's name", async () => {
  const hash = "ab".repeat(32);
  club.admin("grace");
  club.deps.stores.users.updatePhoto(1, `/api/avatars/${hash}.webp`);
  const { faults } = await fetchStorage();
  expect(faults).toEqual([
    { path: `avatars/${hash}.webp`, what: "The photo of a member", expected: null, found: null },
  ]);
});

test("an orphan is counted and stays", async () => {
  const { path } = await addAudiobook(club.deps, "Emma");
  writeFileSync(club.deps.disk.absolute(`${path}-stray`), "1234");
  expect((await fetchStorage()).unnamed).toEqual({ files: 1, bytes: 4 });
});

import { beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

import { OPERATOR } from "#server/access/caller.ts";
import { FOLDER_MARKER, FOLDERS } from "#server/adapters/missing-folders.ts";
import { readListening } from "#server/alignment/preserved-progress.ts";
import { attachFile } from "#server/books/book-files.ts";
import { createBook } from "#server/books/books.ts";
import { createNightlyBackup, isNightlyDue } from "#server/operations/backups/nightly.ts";
import { verifyStorage } from "#server/operations/doctor/verify.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { png } from "#tests/support/images.ts";
import { m4b } from "#tests/support/m4b.ts";

import { checkFolders } from "./folders.ts";
import { deleteUnreferencedFiles } from "./stored-files.ts";

const { club } = eachClub([], { now: "2026-03-10T12:00:00Z" });

/** A club with a file in each folder. */
beforeEach(async () => {
  const { deps } = club;
  await deps.disk.prepare();
  const cover = await deps.images.saveEncoded(Buffer.from("a cover"), "covers");
  const book = await createBook(deps, OPERATOR, {
    title: "Emma",
    author: "Jane Austen",
    month: "2026-03",
    coverImage: cover,
  });
  const received = await deps.disk.receive([m4b({ title: "Emma", seconds: 1 })], { maxBytes: 1e6 });
  await attachFile(deps, {
    bookId: book.id,
    kind: "audiobook",
    filename: "emma.m4b",
    received,
    readListening,
  });
  const member = club.member("grace");
  deps.stores.users.updatePhoto(member.user.id, await deps.images.saveEncoded(Buffer.from("a photo"), "avatars"));
});

const folderPath = (folder: string) => club.deps.disk.absolute(folder);
/** Like unmounting a disk: the mount point remains. */
const unmount = (folder: string) => {
  renameSync(folderPath(folder), folderPath(`${folder}.away`));
  mkdirSync(folderPath(folder), { mode: 0o700 });
};
const mount = (folder: string) => {
  rmSync(folderPath(folder), { recursive: true, force: true });
  renameSync(folderPath(`${folder}.away`), folderPath(folder));
};
const getHealth = async (person: Pick<typeof club.visitor, "call">) => {
  checkFolders(club.deps);
  return (await person.call("GET", "/api/health")).json();
};

describe.each([...FOLDERS])("%s", (folder) => {
  test.each(["empty", "gone", "a file", "a link to nothing"])(
    "that is %s is reported by health until it's back",
    async (state) => {
      const [ada, mia] = [club.admin("ada"), club.member("mia")];
      // a running club has already loaded its routes
      await ada.call("GET", "/api/storage");
      expect(await getHealth(ada)).toMatchObject({ status: "ok" });
      unmount(folder);
      if (state !== "empty") rmSync(folderPath(folder), { recursive: true });
      if (state === "a file") writeFileSync(folderPath(folder), "");
      if (state === "a link to nothing") symlinkSync(folderPath("not-mounted"), folderPath(folder));
      expect(await getHealth(ada)).toEqual({ status: "incomplete", missing: [folder] });
      for (const person of [mia, club.visitor]) expect(await getHealth(person)).toEqual({ status: "incomplete" });
      const upResponse = await club.visitor.call("GET", "/up");
      expect([upResponse.status, await upResponse.text()]).toEqual([200, "incomplete\n"]);
      expect((await (await ada.call("GET", "/api/storage")).json()).missing).toEqual([folder]);
      expect(club.logged.join("\n")).toContain(`error folder missing {"folder":"${folderPath(folder)}"}`);
      mount(folder);
      expect(await getHealth(ada)).toMatchObject({ status: "ok" });
    },
  );

  test("lets the club run while its disk is unmounted", async () => {
    const { disk } = club.deps;
    const ada = club.admin();
    renameSync(folderPath(folder), folderPath(`${folder}.away`));
    symlinkSync(folderPath("not-mounted"), folderPath(folder));
    await disk.prepare();
    expect(await getHealth(ada)).toEqual({ status: "incomplete", missing: [folder] });
    expect(() => disk.requireFolder(folder)).toThrow("can't find");
    renameSync(folderPath(`${folder}.away`), folderPath("not-mounted"));
    expect(await getHealth(ada)).toMatchObject({ status: "ok" });
    expect(() => disk.requireFolder(folder)).not.toThrow();
  });

  test("makes a backup incomplete while it's missing", async () => {
    club.db.run("UPDATE users SET photo_url = ''");
    rmSync(folderPath(folder), { recursive: true });
    const { outcome, message } = await createNightlyBackup(club.deps);
    expect([outcome, message]).toEqual(["incomplete", expect.stringContaining(`The folder ${folder} is missing`)]);
  });

  test("accepts no new files while its own are missing", async () => {
    unmount(folder);
    const existingFile = folder === "books" ? "books/2/new.epub" : `${folder}/new.webp`;
    const install = async () =>
      club.deps.disk.install(await club.deps.disk.receive([Buffer.from("new")], { maxBytes: 9 }), existingFile);
    expect(() => club.deps.disk.requireFolder(folder)).toThrow("can't find");
    await expect(install()).rejects.toThrow("nothing was stored");
    expect(readdirSync(folderPath(folder))).toEqual([]);
    writeFileSync(folderPath(`${folder}/${FOLDER_MARKER}`), "");
    await install();
    club.setTime("2026-04-10T12:00:00Z");
    await deleteUnreferencedFiles(club.deps);
    expect(readdirSync(folderPath(folder))).toContain(FOLDER_MARKER);
  });
});

test("uploads report it before anything is sent", async () => {
  for (const folder of FOLDERS) unmount(folder);
  const ada = club.admin("ada");
  const createForm = (field: string, file: File) => {
    const body = new FormData();
    body.set(field, file);
    return new Response(body);
  };
  const sendForm = async (path: string, field: string, file: File) => {
    const body = createForm(field, file);
    const headers = { "content-type": body.headers.get("content-type") ?? "", cookie: ada.cookie };
    const request = new Request(`http://localhost${path}`, { method: "POST", headers, body: await body.arrayBuffer() });
    return (await club.handler.fetch(request)).status;
  };
  expect(await sendForm("/api/upload/ebook", "ebook", new File([new Uint8Array(epub())], "emma.epub"))).toBe(503);
  expect(await sendForm("/api/upload/cover", "cover", new File([new Uint8Array(await png())], "cover.png"))).toBe(503);
  for (const folder of FOLDERS) expect(readdirSync(folderPath(folder))).toEqual([]);
});

test("verify names the folder, not each of its files", async () => {
  unmount("books");
  const { issues: issues } = await verifyStorage(club.deps);
  expect(issues.filter((line) => line.includes("books"))).toEqual([expect.stringContaining("mount its disk")]);
});

describe("a backup without a folder", () => {
  const fetchBackupRecord = async () => (await club.admin(`ada${Math.random()}`).call("GET", "/api/backups")).json();
  const listNights = () => readdirSync(folderPath("backups")).filter((name) => /^\d{4}-/.test(name));
  const nextNights = async (firstNight: string, count: number) => {
    for (let day = 0; day < count; day += 1) {
      club.setTime(new Date(Date.parse(firstNight) + day * 86_400_000).toISOString());
      await createNightlyBackup(club.deps);
    }
  };

  test("isn't the last good one, and expires no good one", async () => {
    await nextNights("2026-03-01T12:00:00Z", 8);
    const completeNights = listNights();
    const { lastGoodAt } = await fetchBackupRecord();
    unmount("books");
    await nextNights("2026-03-09T12:00:00Z", 160);
    expect(listNights()).toEqual(expect.arrayContaining(completeNights));
    expect((await fetchBackupRecord()).lastGoodAt).toBe(lastGoodAt);
    // incomplete backups don't fill the disk either
    expect(listNights().length - completeNights.length).toBeLessThan(18);
    expect(await isNightlyDue(club.deps)).toBe(false);
    mount("books");
    expect(await isNightlyDue(club.deps)).toBe(true);
    await createNightlyBackup(club.deps);
    expect(await isNightlyDue(club.deps)).toBe(false);
    expect(await fetchBackupRecord()).toMatchObject({
      lastGoodAt: "2026-08-15T12:00:00.000Z",
      last: { outcome: "whole" },
    });
  }, 300_000);
});

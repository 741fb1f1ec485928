import type { Chapter } from "#contract/books.ts";
import { FOLDER_MARKER } from "#server/adapters/missing-folders.ts";
import type { Sandbox } from "#server/adapters/sandbox.ts";
import { readListening } from "#server/alignment/preserved-progress.ts";
import { attachFile, replaceFile } from "#server/books/book-files.ts";

import { createClub } from "./club.ts";
import { inspectHere } from "./inspect-here.ts";
import { jsonOf } from "./json.ts";
import { spokenMp3 } from "./mp3.ts";
import type { Reading } from "./narrated-text.ts";
import { bookOf, type TestBook } from "./reading-book.ts";

/** A club with one book that members read and listen to. Call `close` at the end. */
export async function createReadingClub(sandbox: Sandbox = inspectHere) {
  const club = await createClub({ own: { sandbox } });
  const { deps } = club;
  // most audiobooks of tests have no real file
  await Bun.write(deps.disk.absolute(`books/${FOLDER_MARKER}`), "");
  const chief = club.admin();
  const mia = club.member();
  const { id: bookId } = deps.stores.books.insert(
    { title: "The Long Table", author: "A. Vintner", month: "2026-03" },
    deps.clock.now().toISOString(),
  );
  const path = (subpath: string) => `/api/books/${bookId}/${subpath}`;
  const saveListening = (currentTime: number, fields: object = {}, person = mia) =>
    person.call("POST", "/api/audiobook-progress", { bookId, currentTime, ...fields });
  const saveReading = (fraction: number, fields: object = {}, person = mia) =>
    person.call("POST", "/api/reading-progress", { bookId, fraction, locator: `at ${fraction}`, ...fields });
  const tick = (seconds: number) => club.setTime(new Date(deps.clock.now().getTime() + seconds * 1000).toISOString());

  return {
    ...club,
    chief,
    mia,
    bookId,
    /** Adds bytes, or a test book's EPUB, as the book's eBook. */
    giveText: async (book: TestBook | Uint8Array) => {
      const bytes = book instanceof Uint8Array ? book : bookOf(book);
      const received = await deps.disk.receive(new Blob([new Uint8Array(bytes)]).stream(), { maxBytes: 50_000_000 });
      return attachFile(deps, {
        bookId,
        kind: "ebook",
        filename: "table.epub",
        received,
        readListening,
      });
    },
    /** Adds an MP3 with these pauses as the book's audiobook. */
    giveSpeech: async ({ seconds, pauses }: Pick<Reading, "seconds" | "pauses">) => {
      const received = await deps.disk.receive([spokenMp3(seconds, pauses)], { maxBytes: 50_000_000 });
      await attachFile(deps, {
        bookId,
        kind: "audiobook",
        filename: "table.mp3",
        received,
        readListening,
      });
    },
    /** Adds an audiobook without its bytes. */
    giveSound: (chapters: readonly Chapter[], seconds: number) => {
      const file = {
        filename: "table.m4b",
        path: `books/${bookId}/table-${seconds}-${chapters.length}.m4b`,
        size: 1,
        sha256: `${seconds}-${chapters.length}`,
        uploadedAt: deps.clock.now().toISOString(),
      };
      return replaceFile(deps, {
        bookId,
        kind: "audiobook",
        stored: file,
        audioFacts: { seconds, chapters: [...chapters] },
        readListening,
      });
    },
    path,
    get: (subpath: string, person = mia) => jsonOf(person.call("GET", path(subpath))),
    text: (href: string, headers?: Record<string, string>) =>
      mia.call("GET", path(`text/${href.split("/").map(encodeURIComponent).join("/")}`), undefined, headers),
    read: saveReading,
    /** Reads up to there, within an hour. */
    readUpTo: async (fraction: number, person = mia) => {
      await saveReading(0, { reason: "seek" }, person);
      tick(3600);
      return saveReading(fraction, { reason: "tick" }, person);
    },
    listen: saveListening,
    /** Plays up to there, in real time. */
    listenUpTo: async (seconds: number, person = mia) => {
      await saveListening(0, { reason: "seek" }, person);
      tick(seconds);
      return saveListening(seconds, { reason: "tick" }, person);
    },
    pass: tick,
  };
}

export type ReadingClub = Awaited<ReturnType<typeof createReadingClub>>;

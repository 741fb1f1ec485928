import { createReadStream } from "node:fs";
import { basename } from "node:path";

import { Value } from "@sinclair/typebox/value";

import type { FoundMetadata } from "#contract/book-files.ts";
import { NewBook } from "#contract/books.ts";
import { findErrorMessage } from "#contract/errors.ts";
import { IMAGE_MAX_BYTES } from "#contract/limits.ts";
import type { BookFileKind } from "#db/books.ts";
import { OPERATOR } from "#server/access/caller.ts";
import { readListening } from "#server/alignment/preserved-progress.ts";
import { attachFile, inspectFile, requireFileType } from "#server/books/book-files.ts";
import { createBook, updateBook } from "#server/books/books.ts";
import { deleteFromCatalog, findSameBook } from "#server/books/catalog.ts";
import { findBookFile } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { storeImage } from "#server/storage/stored-files.ts";

import { type Command, type CommandInput, TaskError, UsageError, withDeps } from "./command.ts";

const FILES = ["ebook", "audiobook", "cover"] as const;

export const bookImport: Command = {
  summary: "adds a book with its files and prints its id",
  usage: `bookclub book import --title T --author A --month yyyy-MM [--ebook F] [--audiobook F] [--cover F]
                     [--synopsis S] [--isbn N] [--narrator N] [--duration D]

  --ebook      an .epub file
  --audiobook  an .m4b or .mp3 file; narrator, duration and chapters are read from it
  --cover      a picture; default: the one inside the eBook or the audiobook
  --duration   text, e.g. '8 hrs and 50 mins'

If a file is refused, no book is added. Repeating it adds only what's new to that book.
Standard output has only the id.`,
  options: Object.fromEntries(
    ["title", "author", "month", "synopsis", "isbn", "narrator", "duration", ...FILES].map((name) => [
      name,
      { type: "string" as const },
    ]),
  ),
  run: async (input) => {
    const book = readBook(input);
    const id = await withDeps(input.environment, async (deps) => {
      for (const name of FILES) await requireValidFile(deps, name, input.option(name));
      return importBook(deps, book, input);
    });
    input.print(String(id));
  },
};

function readBook({ option, required }: CommandInput): NewBook {
  const book = {
    title: required("title"),
    author: required("author"),
    month: required("month"),
    synopsis: option("synopsis") ?? "",
    isbn: option("isbn") ?? "",
    audiobookNarrator: option("narrator") ?? "",
    audiobookDuration: option("duration") ?? "",
  };
  const issue = Value.Errors(NewBook, book).First();
  const name = issue?.path.slice(1).replace("audiobookNarrator", "narrator").replace("audiobookDuration", "duration");
  if (issue) throw new UsageError(`--${name}: ${findErrorMessage(issue.schema, issue.value) ?? issue.message}.`);
  return book;
}

async function requireValidFile(deps: Deps, name: (typeof FILES)[number], path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const fileStats = await Bun.file(path)
    .stat()
    .catch(() => null);
  if (!fileStats?.isFile()) throw new TaskError(`--${name}: there is no file ${path}.`);
  if (name !== "cover") await inspectFile(deps, requireFileType(name, path), path);
  else if (fileStats.size > IMAGE_MAX_BYTES) throw new TaskError(`--cover: the picture is too large.`);
}

/** A new book is removed if one of its files is rejected. A repeated import doesn't create a second book. */
async function importBook(deps: Deps, fields: NewBook, { option, printError }: CommandInput): Promise<number> {
  const coverPath = option("cover");
  const cover = coverPath === undefined ? null : await storeImage(deps, await Bun.file(coverPath).bytes(), "covers");
  const existing = findSameBook(deps, fields);
  if (existing) printError(`“${existing.title}” already exists for ${existing.month}: only new files are added.`);
  const book = existing ?? (await createBook(deps, OPERATOR, fields));
  try {
    const fileMetadata = [
      await attach(deps, book.id, "ebook", option("ebook")),
      await attach(deps, book.id, "audiobook", option("audiobook")),
    ];
    const coverImage = cover ?? findFirst(fileMetadata, "cover");
    const patch = {
      ...(coverImage && { coverImage }),
      ...(!book.audiobookNarrator && { audiobookNarrator: findFirst(fileMetadata, "narrator") ?? "" }),
      ...(!book.audiobookDuration && { audiobookDuration: findFirst(fileMetadata, "duration") ?? "" }),
    };
    if (Object.keys(patch).length > 0) await updateBook(deps, OPERATOR, book.id, { ...patch, readListening });
    return book.id;
  } catch (error) {
    if (!existing) deleteFromCatalog(deps, book.id);
    throw error;
  }
}

async function attach(deps: Deps, bookId: number, kind: BookFileKind, path?: string): Promise<FoundMetadata | null> {
  if (path === undefined) return null;
  const received = await deps.disk.receive(createReadStream(path), { maxBytes: deps.config.maxUploadBytes });
  if (findBookFile(deps, { id: bookId }, kind)?.sha256 === received.sha256) {
    await deps.disk.discard(received);
    return null;
  }
  return attachFile(deps, {
    bookId,
    kind,
    filename: basename(path),
    received,
    actor: OPERATOR,
    skipIfUnchanged: true,
    readListening,
  });
}

function findFirst(
  fileMetadata: readonly (FoundMetadata | null)[],
  field: "cover" | "narrator" | "duration",
): string | null {
  return fileMetadata.map((metadata) => metadata?.[field]).find(Boolean) ?? null;
}

import type { Book, BookChange, BookPatch, NewBook } from "#contract/books.ts";
import { picturePath } from "#server/adapters/pictures.ts";
import { recordAct } from "#server/audit/audit.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/errors.ts";
import { requireSeen } from "#server/http/stale-change.ts";
import { type Actor, type Author, writeAs } from "#server/members/caller.ts";

/** The book of an id. @throws AppError 'not-found' */
export function requireBook(deps: Deps, id: number): Book {
  const book = deps.stores.books.find(id);
  if (!book) throw noSuchBook();
  return book;
}

/**
 * Adds a book; its month decides when it is the current one.
 * @throws AppError 'invalid' for an empty title, or a cover that is not here
 */
export async function createBook(deps: Deps, book: NewBook, by: Actor): Promise<Book> {
  await requireCover(deps, book.coverImage);
  return writeAs(deps, by, (author) => {
    const created = deps.stores.books.insert(trimmed(book), deps.clock.now().toISOString());
    recordAct(deps, author, "book-created", created.title);
    return created;
  });
}

/**
 * Changes the given fields of a book; `null` detaches its cover or a file, which members then cannot reach any more.
 * The stored file is removed a day after no row names it.
 * @throws AppError 'not-found'; 'invalid' for an empty title, or a cover that is not here; 'conflict' when a field is no
 * longer as it `was`
 */
export async function changeBook(deps: Deps, id: number, { was, ...patch }: BookChange, by: Actor): Promise<Book> {
  if (patch.coverImage !== requireBook(deps, id).coverImage) await requireCover(deps, patch.coverImage);
  const { book, cover, detached } = writeAs(deps, by, (author) => {
    const before = requireBook(deps, id);
    requireSeen<EditedFields>(before, patch, was);
    const files = [
      ...(patch.ebookFilename === null ? [deps.stores.books.findFile(id, "ebook")] : []),
      ...(patch.audiobookFilename === null ? [deps.stores.books.findFile(id, "audiobook")] : []),
    ];
    const after = deps.stores.books.update(id, trimmed(patch));
    if (!after) throw noSuchBook();
    recordChange(deps, author, before, after);
    return { book: after, cover: before.coverImage, detached: files.filter((file) => file !== null) };
  });
  if (book.coverImage !== cover) await deps.pictures.retire(cover, deps.clock.now());
  for (const { path } of detached) await deps.disk.retire(path, deps.clock.now());
  return book;
}

function recordChange(deps: Deps, author: Author, before: Book, after: Book): void {
  if (TEXT_FIELDS.some((field) => before[field] !== after[field])) recordAct(deps, author, "book-changed", after.title);
  const detached = (field: "coverImage" | "ebookFilename" | "audiobookFilename") =>
    before[field] !== null && after[field] === null;
  if (detached("coverImage")) recordAct(deps, author, "cover-removed", after.title);
  if (detached("ebookFilename")) recordAct(deps, author, "ebook-removed", after.title);
  if (detached("audiobookFilename")) recordAct(deps, author, "audiobook-removed", after.title);
}

type EditedFields = Pick<Book, keyof BookPatch>;

const TEXT_FIELDS = [
  "title",
  "author",
  "synopsis",
  "month",
  "isbn",
  "audiobookNarrator",
  "audiobookDuration",
] as const satisfies (keyof Book)[];

/** Lines without outer spaces. @throws AppError 'invalid' for a title or an author of spaces only */
function trimmed<Fields extends NewBook | BookPatch>(fields: Fields): Fields {
  const change = { ...fields };
  for (const field of ["title", "author", "audiobookNarrator", "audiobookDuration"] as const)
    if (change[field] !== undefined) change[field] = change[field].trim();
  for (const [field, name] of [
    ["title", "Title"],
    ["author", "Author"],
  ] as const) {
    const message = `${name} is required`;
    if (change[field] === "") throw new AppError("invalid", message, { errors: [{ path: `/${field}`, message }] });
  }
  return change;
}

function noSuchBook(): AppError {
  return new AppError("not-found", "There is no such book.");
}

/** A cover is uploaded or looked up first; its address alone is worth nothing. */
async function requireCover(deps: Deps, coverImage: string | null | undefined): Promise<void> {
  if (!coverImage || (await deps.disk.size(picturePath(coverImage))) !== null) return;
  const message = "This cover is no longer stored here. Please upload it again.";
  throw new AppError("invalid", message, { errors: [{ path: "/coverImage", message }] });
}

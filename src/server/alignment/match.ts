import type { Match, MatchCorrection } from "#contract/book-progress.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { preserveListenedFractions } from "#server/books/editions/replace-edition.ts";
import { loadContents, loadEbook, requireEbook } from "#server/books/text/contents.ts";
import { type MemberViewer, requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import type { TextContents } from "#server/epub/read-contents.ts";
import { AppError, fieldError } from "#server/errors.ts";

import { requestRealignment } from "./align-book.ts";
import { findChapters, type Pair, requireBothFiles, toCorrectedMatch } from "./chapters.ts";
import { writeAboutBook } from "./loaded-book.ts";
import type { AudiobookOutline } from "./model/sentence-timings.ts";
import { readListening } from "./preserved-progress.ts";
import { getSentencesState } from "./sentences.ts";

/** @throws AppError not-found */
export async function readMatch(deps: Deps, reader: MemberViewer, bookId: number): Promise<Match> {
  const book = requireBook(deps, reader, bookId);
  const bothFiles = requireBothFiles(deps, book);
  const ebook = await loadEbook(deps, requireEbook(deps, book));
  const { confidence, pairs, corrected } = await findChapters(deps, ebook, bothFiles);
  return { confidence, pairs, corrected, sentences: getSentencesState(deps, book) };
}

export async function correctMatch(
  deps: Deps,
  actor: Actor,
  bookId: number,
  { pairs }: MatchCorrection,
): Promise<Match> {
  const bookBefore = requireBook(deps, actor.user, bookId);
  requireBothFiles(deps, bookBefore);
  await loadContents(deps, bookBefore);
  const { progress: preserved } = await readListening(deps, bookId);
  const corrected = await writeAboutBook(deps, actor, bookId, (_author, { book, contents }) => {
    const { audiobook, files } = requireBothFiles(deps, book);
    if (!contents) throw new AppError("not-found", "One of the book's files was removed. Reload the page.");
    const correctedPairs = pairs.map(({ chapter, section, fragment = null }) => {
      return { chapter, section, fragment, confidence: 1 };
    });
    for (const [index, pair] of correctedPairs.entries()) requireExistingPair(pair, index, audiobook, contents);
    const { ebookPath, audiobookPath } = files;
    preserveListenedFractions(deps, bookId, preserved);
    deps.stores.matches.save(bookId, { ebookPath, audiobookPath, pairs: JSON.stringify(correctedPairs) });
    return toCorrectedMatch(correctedPairs);
  });
  await requestRealignment(deps, bookBefore);
  return { ...corrected, sentences: getSentencesState(deps, bookBefore) };
}

export async function resetMatch(deps: Deps, actor: Actor, bookId: number): Promise<void> {
  const { progress: preserved } = await readListening(deps, bookId);
  const book = writeAs(deps, actor, (author) => {
    preserveListenedFractions(deps, bookId, preserved);
    deps.stores.matches.delete(bookId);
    return requireBook(deps, author, bookId);
  });
  await requestRealignment(deps, book);
}

function requireExistingPair(
  { chapter, section }: Pair,
  index: number,
  audiobook: AudiobookOutline,
  contents: TextContents,
): void {
  const pairError = (field: string, message: string) => fieldError(`/pairs/${index}/${field}`, message);
  if (!audiobook.chapters[chapter]) throw pairError("chapter", `The audiobook has no chapter ${chapter}.`);
  if (!contents.sections[section]) throw pairError("section", `The eBook has no section ${section}.`);
}

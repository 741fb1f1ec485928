import { type Static, Type } from "@sinclair/typebox";

import { Chapter } from "#contract/books.ts";
import { Nullable } from "#contract/typebox.ts";
import { toLine } from "#contract/unseen.ts";
import { checkEpub } from "#server/epub/check.ts";

/** Names of a book's parts, as programs and publishers of some languages write them. */
const PART_TITLES = [
  /^\(?\d{1,3}\s*(?:of|von|de|di|van|z|\/)\s*\d{1,3}\)?\s*$/iu,
  /^\d{1,3}\s*(?:[-–—.:_)]\s|$)/u,
  /^(?:track|chapter|part|dis[ck]|cd|section)[\s.#_-]*(?:\d|[ivx]{1,5}$)/iu,
  /^(?:kapitel|teil|chapitre|partie|piste|cap[ií]tulo|parte|capitolo|traccia|hoofdstuk|deel|del)[\s.#_-]*(?:\d|[ivx]{1,5}$)/iu,
  /^(?:rozdzia[łl]|cz[ęe][śs][ćc]|kapitola|глава|часть|розділ|частина)[\s.#_-]*(?:\d|[ivx]{1,5}$)/iu,
  /^(?:(?:opening|end|closing) credits|prologue?|epilogue?|introduction|intro|outro|einleitung|vorwort|nachwort)\s*$/iu,
];

const ConstantBitrate = Type.Object({ start: Type.Integer(), byteRate: Type.Number(), growth: Type.Integer() });

/** What an MP3 needs in front of its sound (`seek-table.ts`): `frame`, in base64, instead of `skip` bytes after `keep`. */
export const SeekTable = Type.Object({
  keep: Type.Integer(),
  skip: Type.Integer(),
  frame: Type.String(),
  evenPace: Type.Optional(ConstantBitrate),
});
export type SeekTable = Static<typeof SeekTable>;

/** Metadata found in a file, for the form (DESIGN 3); empty where absent. */
export type FileMetadata = {
  title: string;
  author: string;
  narrator: string;
  seconds: number | null;
  chapters: Chapter[];
  cover: Uint8Array | null;
  seekTable?: SeekTable;
  /** Sentences about what of the file members won't get. */
  warnings?: string[];
};

/** As the sandbox returns it; `cover` is WebP in base64. */
export const Inspected = Type.Object({
  title: Type.String(),
  author: Type.String(),
  narrator: Type.String(),
  seconds: Nullable(Type.Number()),
  chapters: Type.Array(Chapter),
  cover: Nullable(Type.String()),
  /** Whether it has one that isn't a picture. */
  hasLostCover: Type.Boolean({ default: false }),
  seekTable: Type.Optional(SeekTable),
  warnings: Type.Array(Type.String(), { default: [] }),
});
export type Inspected = Static<typeof Inspected>;

/** One line of at most 300 characters: tags hold line breaks, NUL and worse. */
export function cleanLine(text: unknown): string {
  if (typeof text !== "string") return "";
  return toLine(text.toWellFormed()).slice(0, 300).toWellFormed();
}

/** Checks an EPUB and reads its metadata. @throws AppError invalid */
export async function inspectEpub(path: string): Promise<FileMetadata> {
  const { title, author, cover, warnings } = await checkEpub(path);
  return {
    title: cleanLine(title),
    author: cleanLine(author),
    narrator: "",
    seconds: null,
    chapters: [],
    cover,
    warnings,
  };
}

/** Whether a file's title names a part of the book that is its album: `01 - Opening Credits`, `Emma - Kapitel 3`. */
export function isPartTitle(album: string, title: string): boolean {
  const startsWithAlbum = title.toLowerCase().startsWith(album.toLowerCase());
  const part = (startsWithAlbum ? title.slice(album.length).replace(/^[\s\-–—.,:_#]+/u, "") : title).trim();
  return PART_TITLES.some((pattern) => pattern.test(part));
}

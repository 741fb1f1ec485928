import { type Static, Type } from "@sinclair/typebox";

import { Chapter } from "#contract/books.ts";
import { Nullable } from "#contract/typebox.ts";

const PART_TITLES = [
  /^\(?\d{1,3}\s*(?:of|von|de|di|van|z|\/)\s*\d{1,3}\)?\s*$/iu,
  /^\d{1,3}\s*(?:[-–—.:_)]\s|$)/u,
  /^(?:track|chapter|part|dis[ck]|cd|section)[\s.#_-]*(?:\d|[ivx]{1,5}$)/iu,
  /^(?:kapitel|teil|chapitre|partie|piste|cap[ií]tulo|parte|capitolo|traccia|hoofdstuk|deel|del)[\s.#_-]*(?:\d|[ivx]{1,5}$)/iu,
  /^(?:rozdzia[łl]|cz[ęe][śs][ćc]|kapitola|глава|часть|розділ|частина)[\s.#_-]*(?:\d|[ivx]{1,5}$)/iu,
  /^(?:(?:opening|end|closing) credits|prologue?|epilogue?|introduction|intro|outro|einleitung|vorwort|nachwort)\s*$/iu,
];

/** `frame`, in base64, replaces `skip` bytes after the first `keep`; with `evenPace`, all frames are rewritten. */
export const SeekTable = Type.Object({
  keep: Type.Integer(),
  skip: Type.Integer(),
  /** Where the audio ends, if what follows is left out. */
  end: Type.Optional(Type.Integer()),
  frame: Type.String(),
  evenPace: Type.Optional(Type.Object({ start: Type.Integer(), byteRate: Type.Number(), growth: Type.Integer() })),
});
export type SeekTable = Static<typeof SeekTable>;

/** The sandbox's result; `cover` is WebP in base64. */
export const Inspection = Type.Object({
  title: Type.String(),
  author: Type.String(),
  narrator: Type.String({ default: "" }),
  seconds: Type.Union([Type.Number(), Type.Null()], { default: null }),
  chapters: Type.Array(Chapter, { default: [] }),
  cover: Nullable(Type.String()),
  hasLostCover: Type.Boolean({ default: false }),
  seekTable: Type.Optional(SeekTable),
  warnings: Type.Array(Type.String(), { default: [] }),
});
export type Inspection = Static<typeof Inspection>;

/** `cover` is the file's own image. */
export type FileMetadata = Omit<Inspection, "cover" | "hasLostCover" | "warnings"> & {
  cover: Uint8Array | null;
  warnings?: string[];
};

/** Whether a title is that of a part of the album: `01 - Opening Credits`, `Emma - Kapitel 3`. */
export function isPartTitle(album: string, title: string): boolean {
  const startsWithAlbum = title.toLowerCase().startsWith(album.toLowerCase());
  const part = (startsWithAlbum ? title.slice(album.length).replace(/^[\s\-–—.,:_#]+/u, "") : title).trim();
  return PART_TITLES.some((pattern) => pattern.test(part));
}

import { Type } from "@sinclair/typebox";

import { IdParams } from "#contract/ids.ts";
import { PatternText } from "#contract/text.ts";
import { ISO_TIME } from "#contract/year.ts";
import type { BookFileKind } from "#db/books.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { respondsWithFile } from "#server/http/described.ts";
import { fileResponse } from "#server/http/file-response.ts";

import { findDownload } from "./downloads.ts";
import { type BookViewer, requireBook } from "./visible-books.ts";

/** `v` is the `uploadedAt` of the file a player started with. */
const Version = Type.Object({
  v: Type.Optional(PatternText(ISO_TIME, { max: 24 })),
});

const EPUB = "application/epub+zip";
const SOUND = ["audio/mp4", "audio/mpeg"];

type Call = { request: Request; params: { id: number }; query: { v?: string }; user: BookViewer };

/** Whole files or ranges (SPEC 7); also the player's source. */
export const downloadRoutes = (deps: Deps) => {
  const send =
    (kind: BookFileKind) =>
    async ({ request, params, query, user }: Call) => {
      const book = requireBook(deps, user, params.id);
      return fileResponse(request, await findDownload(deps, book, kind, query.v));
    };
  const options = { member: true, params: IdParams, query: Version } as const;
  const ebook = { ...options, detail: { summary: "Download an eBook", ...respondsWithFile("The eBook.", EPUB) } };
  const audiobook = {
    ...options,
    detail: { summary: "Download or play an audiobook", ...respondsWithFile("The audiobook.", ...SOUND) },
  };
  return guardedRoutes(deps, { name: "downloads", tag: "Books" })
    .get("/api/download/ebook/:id", send("ebook"), ebook)
    .head("/api/download/ebook/:id", send("ebook"), { ...options })
    .get("/api/download/audiobook/:id", send("audiobook"), audiobook)
    .head("/api/download/audiobook/:id", send("audiobook"), { ...options });
};

import { MemoryLocker, Server, type Upload } from "@tus/server";

import type { UploadedFile } from "#contract/uploads.ts";
import type { BookFileKind } from "#db/books.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { hashFile } from "#server/adapters/hash-file.ts";
import { plainName, tooLarge } from "#server/adapters/multipart.ts";
import { syncPath } from "#server/adapters/sync.ts";
import { attachFile, inspectUpload, requireFileType } from "#server/books/book-files.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";
import { ensureFreeSpace } from "#server/storage/stored-files.ts";

import { checkHeaders, VERSION } from "./protocol.ts";
import { ResumableStore } from "./resumable-store.ts";
import { targetBook } from "./target-book.ts";
import { createTurns } from "./turns.ts";

/** Not in backups, and not emptied at startup like `tmp/`. */
const UPLOADS_FOLDER = "uploads";
const UNFINISHED_MAX = 100;
const KEEP_MS = 24 * 60 * 60 * 1000;
/** `bookId` of a file whose book doesn't exist yet; waits for `giveTo`. */
const NEW_BOOK = "new";

export type Resumable = ReturnType<typeof createResumable>;

type Wanted = { kind: BookFileKind; filename: string; bookId: string | undefined };

/** tus uploads, which survive bad connections (BEYOND 8); files get the same checks as in forms. */
export function createResumable(deps: Deps) {
  const store = new ResumableStore(deps.disk.absolute(UPLOADS_FOLDER), () => ensureFreeSpace(deps, 0));
  /** Two requests never check, install or give away the same upload at once. */
  const inTurn = createTurns();
  const callers = new WeakMap<object, Actor>();
  const errors = new WeakMap<object, unknown>();
  const callerOf = (request: object): Actor => {
    const by = callers.get(request);
    if (!by) throw new Error("A request without a caller");
    return by;
  };

  const server = new Server({
    path: "/api/uploads",
    datastore: store,
    locker: new MemoryLocker(),
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: deps.config.maxUploadBytes,
    namingFunction: () => crypto.randomUUID(),
    onUploadCreate: async (request, { size, metadata }) => {
      const wanted = readMetadata(metadata);
      requireFileType(wanted.kind, wanted.filename);
      if (wanted.bookId !== NEW_BOOK) targetBook(deps, wanted.bookId);
      if ((await store.unfinished()).length >= UNFINISHED_MAX)
        throw new AppError("too-many", "There are too many unfinished uploads. Finish or cancel some first.", {
          retryAfter: 3600,
        });
      await ensureFreeSpace(deps, size ?? 0);
      // nothing is written yet: checks again that they're an admin
      writeAs(deps, callerOf(request), () => {});
      return {};
    },
    onUploadFinish: async (request, upload) => {
      await inTurn(upload.id, () => finish(upload, callerOf(request)));
      return {};
    },
    onResponseError: (request, error) => {
      errors.set(request, error);
      return undefined;
    },
  });

  /** Installs a complete file, or removes a refused one. */
  const finish = async (upload: Upload, by: Actor): Promise<void> => {
    if ((await store.found(upload.id)) !== null) return;
    const { kind, filename, bookId } = readMetadata(upload.metadata);
    const path = store.pathOf(upload.id);
    await syncPath(path);
    try {
      const found =
        bookId === NEW_BOOK
          ? await inspectUpload(deps, kind, filename, path)
          : await place({ id: upload.id, kind, filename, bookId: targetBook(deps, bookId), by });
      await store.keepFound(upload.id, { filename, found });
    } catch (error) {
      await store.remove(upload.id);
      throw error;
    }
  };

  const place = async (wanted: { id: string; kind: BookFileKind; filename: string; bookId: number; by: Actor }) => {
    const path = store.pathOf(wanted.id);
    const received = { path, size: Bun.file(path).size, sha256: await hashFile(path) };
    return attachFile(deps, { ...wanted, received });
  };

  return {
    handle: async (request: Request, by: Actor): Promise<Response> => {
      if (request.headers.get("tus-resumable") !== VERSION) return anotherVersion();
      checkHeaders(request);
      callers.set(request, by);
      if (request.method === "DELETE") writeAs(deps, by, () => {});
      if (request.method === "HEAD") await finishComplete(request, by);
      if (Number(request.headers.get("upload-length")) > deps.config.maxUploadBytes)
        throw tooLarge(deps.config.maxUploadBytes);
      const response = await server.handleWeb(request);
      const error = errors.get(request);
      if (error instanceof AppError) throw error;
      return response.status < 400 ? response : withOurMessage(response);
    },

    found: async (id: string): Promise<UploadedFile> => {
      const found = await store.found(id);
      if (!found) throw noUpload();
      return found;
    },

    giveTo: (id: string, bookId: number, by: Actor): Promise<UploadedFile> =>
      inTurn(id, async () => {
        const upload = await store.getUpload(id).catch(() => null);
        if (!upload || !(await Bun.file(store.pathOf(id)).exists())) throw noUpload();
        if (upload.size !== upload.offset) throw notWhole();
        const { kind, filename } = readMetadata(upload.metadata);
        targetBook(deps, String(bookId));
        const found = await place({ id, kind, filename, bookId, by });
        await store.keepFound(id, { filename, found });
        return { filename, found };
      }),
  };

  /** A server killed during the check hasn't installed the file; the client only asks for the offset. */
  async function finishComplete(request: Request, by: Actor): Promise<void> {
    const id = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const upload = await store.getUpload(id).catch(() => null);
    if (upload && upload.size === upload.offset) await inTurn(id, () => finish(upload, by));
  }
}

/** Removes uploads idle for a day. */
export async function sweepUploads(deps: Deps): Promise<number> {
  const store = new ResumableStore(deps.disk.absolute(UPLOADS_FOLDER), async () => {});
  return store.sweep(new Date(deps.clock.now().getTime() - KEEP_MS));
}

function readMetadata(metadata: Record<string, string | null> | undefined): Wanted {
  const kind = metadata?.["kind"];
  if (kind !== "ebook" && kind !== "audiobook") throw fieldError("/kind", "The kind must be 'ebook' or 'audiobook'.");
  const filename = plainName(metadata?.["filename"] ?? undefined);
  if (filename === "") throw fieldError("/filename", "The file's name is missing.");
  return { kind, filename, bookId: metadata?.["bookId"] ?? undefined };
}

function noUpload(): AppError {
  return new AppError("not-found", "This upload has expired. Please send the file again.");
}

function notWhole(): AppError {
  return new AppError("conflict", "This file hasn't arrived completely. Resume it first.");
}

function anotherVersion(): Response {
  const headers = { "tus-resumable": VERSION, "tus-version": VERSION };
  return Response.json({ message: `Use the tus protocol, version ${VERSION}.` }, { status: 412, headers });
}

/** The protocol's refusals as our errors. */
async function withOurMessage(response: Response): Promise<Response> {
  const message = MESSAGES[response.status] ?? "The upload was refused. Please start it again.";
  const headers = new Headers(response.headers);
  for (const name of ["content-length", "content-type"]) headers.delete(name);
  await response.body?.cancel();
  return Response.json({ message }, { status: response.status, headers });
}

const MESSAGES: Record<number, string> = {
  404: "This upload has expired. Please send the file again.",
  409: "This upload continued elsewhere. Get its offset and resume from there.",
  410: "This upload has expired. Please send the file again.",
  413: "The file is larger than announced.",
};

import { Server } from "@tus/server";

import type { UploadedFile } from "#contract/book-files.ts";
import { type ErrorCode, HTTP_STATUS } from "#contract/error-codes.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { sanitizeFilename } from "#server/adapters/multipart.ts";
import { fileTooLargeError } from "#server/adapters/tmp-files.ts";
import { inspectUpload, requireFileType } from "#server/books/book-files.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";
import { checkFreeSpace, ensureFreeSpace } from "#server/storage/stored-files.ts";

import { ResumableStore } from "./resumable-store.ts";
import { createUploadLocks } from "./upload-locks.ts";
import { installInBook, requireTargetBook, type UploadTarget } from "./uploads.ts";

/** Not in backups, and unlike `tmp/` not emptied on start. */
const UPLOADS_FOLDER = "uploads";
const UNFINISHED_UPLOADS_MAX = 100;
/** The longest timer: a check may take minutes on a busy machine. */
const CHECK_TIMEOUT_MS = 2 ** 31 - 1;
const UPLOAD_TTL_MS = 24 * 60 * 60 * 1000;
/** The `bookId` of a file whose book doesn't exist yet; `assignToBook` follows. */
const NEW_BOOK_ID = "new";
const RETRYABLE_CODES: ReadonlySet<ErrorCode> = new Set(["signed-out", "forbidden"]);

export function createResumableUploads(deps: Deps) {
  const store = new ResumableStore(deps.disk.absolute(UPLOADS_FOLDER), (bytes) => checkFreeSpace(deps, bytes));
  const locker = createUploadLocks();
  /** Apart from the locks of the protocol, which would interrupt a check. */
  const checkLocks = createUploadLocks(CHECK_TIMEOUT_MS);

  const runExclusive = async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
    const lock = checkLocks.newLock(id);
    await lock.lock(new AbortController().signal, () => {});
    return work().finally(() => lock.unlock());
  };

  const requireAllowed = async (target: UploadTarget, size: number, actor: Actor): Promise<void> => {
    requireFileType(target.kind, target.filename);
    if (target.bookId !== NEW_BOOK_ID) requireTargetBook(deps, target.bookId);
    if ((await store.listUnfinished()).length >= UNFINISHED_UPLOADS_MAX)
      throw new AppError("too-many", "There are too many unfinished uploads. Finish or cancel some first.", {
        retryAfter: 3600,
      });
    requireFolders(deps);
    await ensureFreeSpace(deps, size);
    // nothing is written yet: only checks again that the caller is an admin
    writeAs(deps, actor, () => {});
  };

  const finishUpload = (id: string, actor: Actor): Promise<void> =>
    runExclusive(id, async () => {
      const row = await store.findRow(id);
      if (!row || row.result || store.offsetOf(id) !== row.size) return;
      // the upload stays, and the client retries
      requireFolders(deps);
      const target = readMetadata(row.metadata);
      const { kind, filename } = target;
      try {
        const result =
          target.bookId === NEW_BOOK_ID
            ? { filename, found: await inspectUpload(deps, kind, filename, (await store.getReceived(id)).path) }
            : await install(id, actor, target);
        await store.saveRow(id, { ...row, result });
      } catch (error) {
        if (isRejection(error)) await store.remove(id);
        throw error;
      }
    });

  /** After an error the upload remains, so that it needn't be sent again. */
  const install = async (id: string, actor: Actor, target: UploadTarget): Promise<UploadedFile> => {
    const result = await installInBook(deps, actor, target, await deps.disk.linkReceived(await store.getReceived(id)));
    await store.deleteBytes(id);
    return result;
  };

  return {
    handle: async (request: Request, actor: Actor): Promise<Response> => {
      const { method, headers, url } = request;
      if (method === "DELETE") writeAs(deps, actor, () => {});
      const { maxUploadBytes } = deps.config;
      if (Number(headers.get("upload-length")) > maxUploadBytes) throw fileTooLargeError(maxUploadBytes);
      let rejection: unknown;
      // one server per request, because its callbacks know neither the caller nor the request of an error
      const server = new Server({
        path: "/api/uploads",
        datastore: store,
        locker,
        relativeLocation: true,
        allowedOrigins: [],
        maxSize: maxUploadBytes,
        namingFunction: () => crypto.randomUUID(),
        onUploadCreate: async (_, { size, metadata }) => {
          await requireAllowed(readMetadata(metadata), size ?? 0, actor);
          return {};
        },
        onResponseError: (_, error) => void (rejection = error),
      });
      const response = await server.handleWeb(request);
      // the protocol's own errors have a status
      if (rejection instanceof Error && !("status_code" in rejection)) throw rejection;
      if (response.status >= 400) return toErrorResponse(response);
      if (method !== "DELETE") await finishUpload(uploadIdOf(response.headers.get("location") ?? url), actor);
      return response;
    },

    getResult: async (id: string): Promise<UploadedFile> => {
      const row = await store.findRow(id);
      if (!row?.result) throw uploadExpiredError();
      return row.result;
    },

    assignToBook: (id: string, bookId: number, actor: Actor): Promise<UploadedFile> =>
      runExclusive(id, async () => {
        const row = await store.findRow(id);
        const offset = row && store.offsetOf(id);
        // the client may not have received the first response
        if (row?.result && offset === null && row.metadata["bookId"] === String(bookId)) return row.result;
        if (!row || offset === null) throw uploadExpiredError();
        if (offset !== row.size)
          throw new AppError("conflict", "This file hasn't arrived completely. Resume it first.");
        const metadata = { ...row.metadata, bookId: String(bookId) };
        const target = readMetadata(metadata);
        // a wrong book must not delete the upload
        requireTargetBook(deps, target.bookId);
        requireFolders(deps);
        const result = await install(id, actor, target);
        await store.saveRow(id, { ...row, metadata, result });
        return result;
      }),
  };
}

/** @returns the number of deleted uploads */
export async function deleteExpiredUploads(deps: Deps): Promise<number> {
  const store = new ResumableStore(deps.disk.absolute(UPLOADS_FOLDER), (bytes) => bytes);
  return store.deleteOlder(new Date(deps.clock.now().getTime() - UPLOAD_TTL_MS));
}

function readMetadata(metadata: Record<string, string | null> | undefined): UploadTarget {
  const kind = metadata?.["kind"];
  if (kind !== "ebook" && kind !== "audiobook") throw fieldError("/kind", "The kind must be 'ebook' or 'audiobook'.");
  const filename = sanitizeFilename(metadata?.["filename"] ?? undefined);
  if (filename === "") throw fieldError("/filename", "The file's name is missing.");
  return { kind, filename, bookId: metadata?.["bookId"] ?? undefined };
}

/** True if a later attempt would fail alike. False for a server error, or if the session ended in the meantime. */
function isRejection(error: unknown): boolean {
  return error instanceof AppError && HTTP_STATUS[error.code] < 500 && !RETRYABLE_CODES.has(error.code);
}

/** A book's file may contain a cover. @throws AppError busy */
function requireFolders({ disk }: Deps): void {
  disk.requireFolder("books");
  disk.requireFolder("covers");
}

const uploadIdOf = (url: string) => url.split("/").at(-1) ?? "";

function uploadExpiredError(): AppError {
  return new AppError("not-found", "This upload has expired. Please send the file again.");
}

async function toErrorResponse(response: Response): Promise<Response> {
  const message = ERROR_MESSAGES[response.status] ?? "The upload was refused. Please start it again.";
  const headers = new Headers(response.headers);
  for (const name of ["content-length", "content-type"]) headers.delete(name);
  await response.body?.cancel();
  return Response.json({ message }, { status: response.status, headers });
}

const ERROR_MESSAGES: Record<number, string> = {
  404: "This upload has expired. Please send the file again.",
  409: "This upload continued elsewhere. Get its offset and resume from there.",
  410: "This upload has expired. Please send the file again.",
  413: "The file is larger than announced.",
};

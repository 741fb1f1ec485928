import { Server } from "@tus/server";

import type { UploadedFile } from "#contract/book-files.ts";
import { type Actor, writeAs } from "#server/access/caller.ts";
import { sanitizeFilename, tooLarge } from "#server/adapters/multipart.ts";
import { inspectUpload, requireFileType } from "#server/books/book-files.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";
import { ensureFreeSpace } from "#server/storage/stored-files.ts";

import { checkHeaders, VERSION } from "./protocol.ts";
import { withRoom } from "./receive.ts";
import { ResumableStore } from "./resumable-store.ts";
import { createUploadLocks } from "./upload-locks.ts";
import { giveToBook, targetBook, type Wanted } from "./uploads.ts";

/** Not in backups, and not emptied at startup like `tmp/`. */
const UPLOADS_FOLDER = "uploads";
const UNFINISHED_MAX = 100;
const KEEP_MS = 24 * 60 * 60 * 1000;
/** `bookId` of a file whose book doesn't exist yet; waits for `giveTo`. */
const NEW_BOOK = "new";

/** tus uploads, which survive bad connections (BEYOND 8); files get the same checks as in forms. */
export function createResumable(deps: Deps) {
  const store = new ResumableStore(deps.disk.absolute(UPLOADS_FOLDER), (bytes) => withRoom(deps, bytes));
  const locker = createUploadLocks();
  /** Two requests never check, install or give away the same upload at once. */
  const inTurn = createTurns();

  const requireAllowed = async (wanted: Wanted, size: number, actor: Actor): Promise<void> => {
    requireFileType(wanted.kind, wanted.filename);
    if (wanted.bookId !== NEW_BOOK) targetBook(deps, wanted.bookId);
    if ((await store.unfinished()).length >= UNFINISHED_MAX)
      throw new AppError("too-many", "There are too many unfinished uploads. Finish or cancel some first.", {
        retryAfter: 3600,
      });
    requireFolders(deps);
    await ensureFreeSpace(deps, size);
    // nothing is written yet: checks again that they're an admin
    writeAs(deps, actor, () => {});
  };

  /** Installs a complete file, or removes a refused one; a server killed during the check may not have. */
  const finish = (id: string, actor: Actor): Promise<void> =>
    inTurn(id, async () => {
      const upload = await store.getUpload(id).catch(() => null);
      if (!upload || upload.size !== upload.offset || (await store.found(id)) !== null) return;
      // what came stays, and is asked for again
      requireFolders(deps);
      const wanted = readMetadata(upload.metadata);
      const { kind, filename } = wanted;
      const received = await store.received(id);
      try {
        const answer =
          wanted.bookId === NEW_BOOK
            ? { filename, found: await inspectUpload(deps, kind, filename, received.path) }
            : await giveToBook(deps, actor, wanted, received);
        await store.keepFound(id, answer);
      } catch (error) {
        await store.remove(id);
        throw error;
      }
    });

  return {
    handle: async (request: Request, actor: Actor): Promise<Response> => {
      const { method, headers, url } = request;
      if (headers.get("tus-resumable") !== VERSION) return anotherVersion();
      checkHeaders(request);
      if (method === "DELETE") writeAs(deps, actor, () => {});
      const { maxUploadBytes } = deps.config;
      if (Number(headers.get("upload-length")) > maxUploadBytes) throw tooLarge(maxUploadBytes);
      let refusal: unknown;
      // one per request, because what it calls knows neither the caller nor where an error goes
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
        onResponseError: (_, error) => void (refusal = error),
      });
      const response = await server.handleWeb(request);
      if (refusal instanceof AppError) throw refusal;
      if (response.status >= 400) return withOurMessage(response);
      if (method !== "DELETE") await finish(idIn(response.headers.get("location") ?? url), actor);
      return response;
    },

    found: async (id: string): Promise<UploadedFile> => {
      const found = await store.found(id);
      if (!found) throw noUpload();
      return found;
    },

    giveTo: (id: string, bookId: number, actor: Actor): Promise<UploadedFile> =>
      inTurn(id, async () => {
        const upload = await store.getUpload(id).catch(() => null);
        if (!upload || !(await Bun.file(store.pathOf(id)).exists())) throw noUpload();
        if (upload.size !== upload.offset) throw notWhole();
        const wanted = { ...readMetadata(upload.metadata), bookId: String(bookId) };
        // a wrong book costs nobody the upload
        targetBook(deps, wanted.bookId);
        requireFolders(deps);
        const answer = await giveToBook(deps, actor, wanted, await store.received(id));
        await store.keepFound(id, answer);
        return answer;
      }),
  };
}

/** Removes uploads idle for a day. */
export async function sweepUploads(deps: Deps): Promise<number> {
  const store = new ResumableStore(deps.disk.absolute(UPLOADS_FOLDER), (bytes) => bytes);
  return store.sweep(new Date(deps.clock.now().getTime() - KEEP_MS));
}

/**
 * Runs what is asked under one key one after another. The protocol's own locks aren't used for checking a file, which
 * takes up to a minute: who waits for one of them polls, and breaks off its holder.
 */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key) ?? Promise.resolve();
    const own = before.then(work, work);
    last.set(key, own);
    try {
      return await own;
    } finally {
      if (last.get(key) === own) last.delete(key);
    }
  };
}

function readMetadata(metadata: Record<string, string | null> | undefined): Wanted {
  const kind = metadata?.["kind"];
  if (kind !== "ebook" && kind !== "audiobook") throw fieldError("/kind", "The kind must be 'ebook' or 'audiobook'.");
  const filename = sanitizeFilename(metadata?.["filename"] ?? undefined);
  if (filename === "") throw fieldError("/filename", "The file's name is missing.");
  return { kind, filename, bookId: metadata?.["bookId"] ?? undefined };
}

/** A book's file may bring a cover. @throws AppError busy */
function requireFolders({ disk }: Deps): void {
  disk.requireFolder("books");
  disk.requireFolder("covers");
}

const idIn = (address: string) => address.split("/").at(-1) ?? "";

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

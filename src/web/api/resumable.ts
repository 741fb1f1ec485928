import type { Upload } from "tus-js-client";

import type { UploadedFile } from "#contract/uploads.ts";

import { ApiError, client } from "./client.ts";
import { publicDomainHeader } from "./request.ts";

/** From here on a broken line costs more than the two extra calls. */
export const RESUMABLE_FROM_BYTES = 8 * 1024 * 1024;
/** Small enough that a proxy which gathers a call's body loses little of it when the line breaks. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Waits between tries, in milliseconds; they begin again after each one that worked. */
const RETRY_DELAYS_MS = [0, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000];

type ResumableUpload = {
  kind: "ebook" | "audiobook";
  file: File;
  /** The current book when left out; "new" for one that isn't made yet. */
  bookId?: number | "new";
  /** Called with the bytes that have arrived. */
  onProgress: (sent: number) => void;
  /** Called when the connection is lost; progress goes on once it's back. */
  onInterrupted: () => void;
  /** Ends the upload and removes what was sent; the promise then rejects with an AbortError. */
  signal: AbortSignal;
};

/**
 * Sends a book's file by the tus protocol (BEYOND 8): it goes on after a lost network or a server's restart, and where
 * it was when the same file is chosen again.
 * @returns what the file says of itself, and the upload's id
 * Rejects with `ApiError`, a TypeError when the connection stays away, or an AbortError.
 */
export async function sendResumable(options: ResumableUpload): Promise<UploadedFile & { id: string }> {
  const { kind, file, bookId, onProgress, onInterrupted, signal } = options;
  const tus = await import("tus-js-client");
  let isDone = false;
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new tus.Upload(file, {
      endpoint: "/api/uploads",
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      headers: publicDomainHeader(),
      metadata: { filename: file.name, kind, ...(bookId !== undefined && { bookId: String(bookId) }) },
      fingerprint: async () => `bookclub ${kind} ${bookId ?? "current"} ${file.name} ${file.size} ${file.lastModified}`,
      removeFingerprintOnSuccess: true,
      onProgress,
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        const isWorthIt = status === 0 || status === 409 || status === 423 || status >= 500;
        if (isWorthIt) onInterrupted();
        return isWorthIt && status !== 507;
      },
      onSuccess: () => {
        isDone = true;
        resolve(upload.url ?? "");
      },
      onError: (error) => {
        const answer = "originalResponse" in error ? error.originalResponse : null;
        if (answer) return reject(new ApiError(answer.getStatus(), answer.getBody(), ""));
        if (navigator.onLine) return reject(new TypeError("The connection broke during the upload"));
        window.addEventListener("online", () => upload.start(), { once: true, signal });
      },
    });
    signal.addEventListener("abort", () => {
      // what is finished must not be removed when the page is left
      if (isDone) return;
      void upload.abort(true).catch(() => {});
      reject(new DOMException("Cancelled", "AbortError"));
    });
    void resumeOrStart(upload);
  });
  const id = url.split("/").at(-1) ?? "";
  return { ...(await client.get<UploadedFile>(`/api/uploads/${id}/found`)), id };
}

async function resumeOrStart(upload: Upload): Promise<void> {
  const [previous] = await upload.findPreviousUploads();
  if (previous) upload.resumeFromPreviousUpload(previous);
  upload.start();
}

/** Gives a file that was read before its book was made to that book. */
export const giveUpload = (id: string, bookId: number) =>
  client.post<UploadedFile>(`/api/uploads/${id}/book`, { bookId });

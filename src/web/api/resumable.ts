import type { Upload } from "tus-js-client";

import type { UploadedFile } from "#contract/uploads.ts";

import { ApiError, client } from "./client.ts";
import { publicDomainHeader } from "./request.ts";

/** From here a broken connection costs more than two extra calls. */
export const RESUMABLE_FROM_BYTES = 8 * 1024 * 1024;
/** Small, so a proxy that buffers bodies loses little when the connection breaks. */
const CHUNK_BYTES = 4 * 1024 * 1024;
const RETRY_DELAYS_MS = [0, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000];

type ResumableUpload = {
  kind: "ebook" | "audiobook";
  file: File;
  /** Defaults to the current book; "new" before the book exists. */
  bookId?: number | "new";
  onProgress: (sent: number) => void;
  onInterrupted: () => void;
  /** Cancels and removes what was sent; rejects with an AbortError. */
  signal: AbortSignal;
};

/** By tus (BEYOND 8): resumes after a lost network or a restart. Rejects with `ApiError`, TypeError or AbortError. */
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
      // a finished upload must not be removed when the page is left
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

export const attachUpload = (id: string, bookId: number) =>
  client.post<UploadedFile>(`/api/uploads/${id}/book`, { bookId });

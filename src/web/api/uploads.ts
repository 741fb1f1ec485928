import type { Upload } from "tus-js-client";

import type { UploadedFile } from "#contract/book-files.ts";
import { callUrl } from "#contract/call-url.ts";
import { SERVER_HEADER } from "#contract/headers.ts";

import { call } from "./call.ts";
import { ApiError, reportAndThrow, reportFailure } from "./client.ts";
import { isFromOtherServer, isOtherMember, PORTAL_STATUSES, PROXY_TIMEOUTS } from "./failure-kind.ts";
import { callHeaders } from "./request.ts";

/** Small, so that a proxy that buffers bodies loses little when the connection breaks. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** What nginx accepts by default. */
const LIMITED_CHUNK_BYTES = 1024 * 1024;
export const RETRY_DELAYS_MS = [0, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000];
/** Then the server has an error, and not the connection. */
const FAILURES_MAX = 3;

export type UploadOptions = {
  file: File;
  onProgress: (sentBytes: number) => void;
  onInterrupted: () => void;
  /** Cancels, and deletes the sent bytes; rejects with an AbortError. */
  signal: AbortSignal;
};

/** "new" before the book exists; the current book if omitted. */
type BookFileOptions = UploadOptions & { kind: "ebook" | "audiobook"; bookId: number | "new" | undefined };

/** Resumes with tus (BEYOND 8). Rejects with `ApiError`, TypeError or AbortError. */
export async function uploadBookFile(options: BookFileOptions): Promise<UploadedFile & { id: string }> {
  const { kind, file, bookId, onProgress, onInterrupted, signal } = options;
  // The browser build by its path, so that tests run it, too.
  const tus = await import("tus-js-client/lib.esm/browser/index.js");
  let hasEnded = false;
  let lastError: ApiError | null = null;
  let failure: ApiError | null = null;
  let [failureCount, maxAcceptedBytes, isUploadGone, isFullySent] = [0, 0, false, false];
  const upload = await new Promise<Upload>((resolve, reject) => {
    const upload = new tus.Upload(file, {
      endpoint: callUrl("POST /api/uploads"),
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      headers: callHeaders("POST"),
      metadata: { filename: file.name, kind, ...(bookId !== undefined && { bookId: String(bookId) }) },
      fingerprint: async () => `bookclub ${kind} ${bookId ?? "current"} ${file.name} ${file.size} ${file.lastModified}`,
      onProgress: (sentBytes) => {
        isFullySent = sentBytes === file.size;
        onProgress(sentBytes);
      },
      onBeforeRequest: () => void (lastError = null),
      onAfterResponse: (request, response) => {
        lastError = new ApiError(
          response.getStatus(),
          response.getBody(),
          "",
          response.getHeader(SERVER_HEADER) != null,
        );
        if (request.getMethod() !== "HEAD" || response.getStatus() < 300 || lastError.status === 423) return;
        isUploadGone = lastError.isOwn && (lastError.status === 404 || lastError.status === 410);
        // The library would start over.
        if (!isUploadGone || failure) throw lastError;
      },
      onChunkComplete: (_, acceptedBytes) => {
        if (acceptedBytes <= maxAcceptedBytes) return;
        [failureCount, maxAcceptedBytes] = [0, acceptedBytes];
      },
      onShouldRetry: () => {
        if (failure && isUploadGone) return false;
        if (lastError?.status === 413 && !lastError.isOwn && upload.options.chunkSize === CHUNK_BYTES) {
          upload.options.chunkSize = LIMITED_CHUNK_BYTES;
          return true;
        }
        const isFromGate = lastError && isGateError(lastError);
        if (lastError && lastError.status >= 500 && !isFromGate) {
          failure = lastError;
          if (isFullySent && PROXY_TIMEOUTS.includes(lastError.status)) return true;
          failureCount += 1;
          return failureCount < FAILURES_MAX && lastError.status !== 507;
        }
        // Another request still has the upload locked, or its offset.
        const shouldRetry =
          !lastError ||
          isFromGate ||
          lastError.status === 423 ||
          (lastError.status === 409 && !isOtherMember(lastError));
        if (!shouldRetry) return false;
        onInterrupted();
        reportFailure(lastError ?? new TypeError("The upload was interrupted"));
        return true;
      },
      onSuccess: () => {
        hasEnded = true;
        resolve(upload);
      },
      onError: () => {
        if (!lastError && !navigator.onLine)
          return window.addEventListener("online", () => upload.start(), { once: true, signal });
        hasEnded = true;
        const response = isUploadGone ? (failure ?? lastError) : lastError;
        reject(response && response.status >= 400 ? response : new TypeError("The upload broke off"));
      },
    });
    signal.addEventListener("abort", () => {
      // An upload that is finished, or can be resumed, must not be deleted when the page is closed.
      if (hasEnded) return;
      void upload.abort(true).catch(() => {});
      reject(new DOMException("Cancelled", "AbortError"));
    });
    void resumeOrStart(upload);
  }).catch(reportAndThrow);
  const id = upload.url?.split("/").at(-1) ?? "";
  const uploadedFile = await call("GET /api/uploads/:id/found", { params: { id } });
  // Not before, because another try after a failed call would send the whole file again.
  for (const { urlStorageKey } of await upload.findPreviousUploads())
    await upload.options.urlStorage?.removeUpload(urlStorageKey);
  return { ...uploadedFile, id };
}

export async function uploadCover({ file, bookId, signal }: UploadOptions & { bookId: number | undefined }) {
  const body = new FormData();
  if (bookId !== undefined) body.set("bookId", String(bookId));
  body.set("cover", file);
  const uploadedImage = await call("POST /api/upload/:kind", { params: { kind: "cover" }, body, signal });
  if ("url" in uploadedImage) return uploadedImage;
  throw new TypeError("The uploaded cover has no address");
}

/** A login proxy or captive portal responded, perhaps with 200. The upload goes on after its sign-in. */
const isGateError = (error: ApiError): boolean =>
  isFromOtherServer(error) && (error.status < 300 || PORTAL_STATUSES.includes(error.status));

async function resumeOrStart(upload: Upload): Promise<void> {
  const [previousUpload] = await upload.findPreviousUploads();
  if (previousUpload) upload.resumeFromPreviousUpload(previousUpload);
  upload.start();
}

import type { UploadedFile, UploadedPicture, UploadKind } from "#contract/uploads.ts";

import { ApiError } from "./client.ts";
import { publicDomainHeader } from "./request.ts";

type Upload = {
  kind: UploadKind;
  file: File;
  bookId?: number;
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/** By XMLHttpRequest, because `fetch` can't report progress. Rejects with ApiError, TypeError or AbortError. */
export function sendFile({ kind, file, bookId, onProgress, signal }: Upload): Promise<UploadedFile | UploadedPicture> {
  const body = new FormData();
  // before the file, so the server can refuse a wrong book without reading it
  if (bookId !== undefined) body.set("bookId", String(bookId));
  body.set(kind, file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/upload/${kind}`);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(publicDomainHeader())) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(Math.min(loaded, file.size)));
    request.addEventListener("load", () => {
      const { status, responseText, statusText } = request;
      if (status < 200 || status >= 300) return reject(new ApiError(status, responseText, statusText));
      try {
        resolve(JSON.parse(responseText));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener("error", () => reject(new TypeError("The connection broke during the upload")));
    request.addEventListener("abort", () => reject(new DOMException("Cancelled", "AbortError")));
    signal.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}

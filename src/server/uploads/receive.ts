import { IMAGE_MAX_BYTES } from "#contract/limits.ts";
import { observeChunks } from "#server/adapters/chunks.ts";
import type { ImageFolder } from "#server/adapters/images.ts";
import { type Form, receiveMultipart } from "#server/adapters/multipart.ts";
import { fileTooLargeError, type ReceivedFile } from "#server/adapters/tmp-files.ts";
import type { Deps } from "#server/deps.ts";
import { checkFreeSpace, ensureFreeSpace, storeImage } from "#server/storage/stored-files.ts";

/** Boundaries, part headers and small fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

const CONCURRENCY_LIMITS = {
  image: { max: 1, message: "Your last picture is still being saved. Try again in a moment." },
  book: { max: 2, message: "You're already uploading two files. Wait until one of them is done." },
} as const;

export async function receiveForm(
  deps: Deps,
  request: Request,
  { field, maxBytes, accept }: { field: string; maxBytes: number; accept: (filename: string) => void },
): Promise<Form> {
  const contentLength = Number(request.headers.get("content-length") ?? 0);
  const formMaxBytes = maxBytes + FORM_OVERHEAD_BYTES;
  if (contentLength > formMaxBytes) throw fileTooLargeError(maxBytes);
  using reservation = deps.uploadTracker.reserve(contentLength);
  await ensureFreeSpace(deps, 0);
  return await receiveMultipart(request, {
    field,
    accept,
    maxBytes: formMaxBytes,
    receive: (bytes): Promise<ReceivedFile> =>
      deps.disk.receive(
        checkFreeSpace(
          deps,
          observeChunks(bytes, ({ length }) => reservation.onBytes(length)),
        ),
        { maxBytes },
      ),
    discard: deps.disk.discard,
  });
}

export async function receiveImage(
  deps: Deps,
  request: Request,
  { field, folder, userId }: { field: string; folder: ImageFolder; userId: number },
) {
  return limitConcurrency(deps, "image", userId, async () => {
    const form = await receiveForm(deps, request, { field, maxBytes: IMAGE_MAX_BYTES, accept: () => {} });
    try {
      const url = await storeImage(deps, form.received.path, folder, request.signal);
      return { url, fields: form.fields };
    } finally {
      await deps.disk.discard(form.received);
    }
  });
}

/** @throws AppError too-many while the member has as many uploads of this kind */
export async function limitConcurrency<Result>(
  deps: Deps,
  kind: keyof typeof CONCURRENCY_LIMITS,
  userId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { max, message } = CONCURRENCY_LIMITS[kind];
  const release = deps.uploadTracker.acquire(`${kind} ${userId}`, max, message);
  return work().finally(release);
}

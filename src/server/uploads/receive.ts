import { PICTURE_MAX_BYTES } from "#contract/limits.ts";
import { observeChunks } from "#server/adapters/chunks.ts";
import type { PictureFolder } from "#server/adapters/images.ts";
import { type Form, receiveMultipart, tooLarge } from "#server/adapters/multipart.ts";
import type { Received } from "#server/adapters/tmp-files.ts";
import type { Deps } from "#server/deps.ts";
import { ensureFreeSpace, storePicture } from "#server/storage/stored-files.ts";

/** Boundaries, part headers and small fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
const LOOK_EVERY_BYTES = 8 * 1024 * 1024;

const AT_ONCE = {
  picture: { most: 1, message: "Your last picture is still being saved. Try again in a moment." },
  book: { most: 2, message: "You're already uploading two files. Wait until one of them is done." },
} as const;

/** Checks size and space before reading, then streams the file into `tmp/`. */
export async function receiveForm(
  deps: Deps,
  request: Request,
  { field, maxBytes, accept }: { field: string; maxBytes: number; accept: (filename: string) => void },
): Promise<Form> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  const formMaxBytes = maxBytes + FORM_OVERHEAD_BYTES;
  if (announced > formMaxBytes) throw tooLarge(maxBytes);
  const expected = deps.inFlight.reserve(announced);
  try {
    await ensureFreeSpace(deps, 0);
    return await receiveMultipart(request, {
      field,
      accept,
      maxBytes: formMaxBytes,
      receive: (bytes): Promise<Received> =>
        deps.disk.receive(
          withRoom(
            deps,
            observeChunks(bytes, ({ length }) => expected.arrived(length)),
          ),
          { maxBytes },
        ),
      discard: deps.disk.discard,
    });
  } finally {
    expected.release();
  }
}

/** Stores a multipart form's picture re-encoded. @returns its address, and the other fields */
export async function receivePicture(
  deps: Deps,
  request: Request,
  { field, folder, userId }: { field: string; folder: PictureFolder; userId: number },
) {
  return limitAtOnce(deps, "picture", userId, async () => {
    const form = await receiveForm(deps, request, { field, maxBytes: PICTURE_MAX_BYTES, accept: () => {} });
    try {
      const url = await storePicture(deps, form.received.path, folder, request.signal);
      return { url, fields: form.fields };
    } finally {
      await deps.disk.discard(form.received);
    }
  });
}

/** Refuses a member's upload while as many of its kind are under way. @throws AppError too-many */
export async function limitAtOnce<Result>(
  deps: Deps,
  kind: keyof typeof AT_ONCE,
  userId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const { most, message } = AT_ONCE[kind];
  const leave = deps.inFlight.acquire(`${kind} ${userId}`, most, message);
  return work().finally(leave);
}

/** Passes bytes on while the disk has room, asking now and then. @throws AppError disk-full */
export async function* withRoom(deps: Deps, source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let unchecked = LOOK_EVERY_BYTES;
  for await (const chunk of source) {
    unchecked += chunk.length;
    if (unchecked >= LOOK_EVERY_BYTES) {
      await ensureFreeSpace(deps, 0);
      unchecked = 0;
    }
    yield chunk;
  }
}

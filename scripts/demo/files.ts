import { join } from "node:path";

import type { BookFileKind } from "#db/books.ts";
import { createDisk } from "#server/adapters/disk.ts";
import { createPictures } from "#server/adapters/pictures.ts";
import type { Deps } from "#server/deps.ts";
import { inspectAudio } from "#server/services/inspect/audio.ts";
import { inspectEpub } from "#server/services/inspect/epub.ts";

import { DEMO_DIR } from "./story.ts";

/** Puts the demo's files into the storage as uploads do: checked, whole, named by a row only then. */
export async function createShelf(deps: Deps) {
  const disk = createDisk(deps.config.storageDir);
  const pictures = createPictures(disk);
  await disk.prepare();

  return {
    /** @param file below `demo`; @returns the picture's address on our server */
    picture: (file: string, folder: "covers" | "avatars") => pictures.store(join(DEMO_DIR, file), folder),
    attach: async (bookId: number, kind: BookFileKind, filename: string, content: Blob) => {
      const received = await disk.receive(content.stream(), { maxBytes: content.size });
      const found = kind === "ebook" ? await inspectEpub(received.path) : await inspectAudio(received.path, "m4b");
      const path = `books/${bookId}/${filename}`;
      await disk.install(received, path);
      const { size, sha256 } = received;
      const uploadedAt = deps.clock.now().toISOString();
      deps.stores.books.replaceFile(
        bookId,
        kind,
        { filename, path, size, sha256, uploadedAt },
        kind === "audiobook" ? found : null,
      );
      return found;
    },
  };
}

import { readdirSync } from "node:fs";
import { join } from "node:path";

import type { Deps } from "#server/deps.ts";

import { createClub } from "./club.ts";
import { type multipart, sendForm } from "./forms.ts";

type Part = Parameters<typeof multipart>[0][number];

/** A club that accepts at most 5 MB, with an admin and a book. Call `close` at the end. */
export async function createUploadClub(own: Partial<Deps> = {}) {
  const club = await createClub({ environment: { MAX_UPLOAD_MB: "5" }, own });
  const chief = club.admin();
  const emma = { title: "Emma", author: "Jane Austen", month: "2026-03" };
  const { id: bookId } = club.deps.stores.books.insert(emma, "2026-03-01");
  return {
    ...club,
    chief,
    bookId,
    /** Sends a form as the admin. `kind`: ebook, audiobook or cover. */
    upload: (kind: string, body: BodyInit, headers?: Record<string, string>) =>
      sendForm(club, chief, `/api/upload/${kind}`, body, headers),
    id: (value: number | string = bookId): Part => ({ name: "bookId", data: String(value) }),
    /** Every stored file, relative to the storage, without files derived from it. */
    stored: () =>
      readdirSync(club.config.storageDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(club.config.storageDir.length + 1))
        .filter((path) => !path.startsWith("cache/")),
  };
}

export type UploadClub = Awaited<ReturnType<typeof createUploadClub>>;

export const filePart = (
  name: string,
  data: string | Uint8Array,
  filename = `my.${name === "ebook" ? "epub" : "m4b"}`,
): Part => ({ name, filename, data });

import type { Form, World } from "./access-world.ts";
import type { Club, Person } from "./club.ts";
import { epub } from "./epub.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** The protocol's Upload-Metadata header. */
export function tusMetadata(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${base64(value)}`)
    .join(",");
}

/** Headers for sending bytes from an offset. */
export const tusBytes = (offset: number) => ({
  "tus-resumable": "1.0.0",
  "upload-offset": String(offset),
  "content-type": "application/offset+octet-stream",
});

export function tusCall(club: Club, person: Person, method: string, path: string, headers: object, body?: Uint8Array) {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { "tus-resumable": "1.0.0", cookie: person.cookie, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  return club.handler.fetch(request);
}

/** Creates an upload of a complete eBook in one call. */
export function wholeEbook({ bookId }: World): Form {
  const bytes = Buffer.from(epub());
  const metadata = tusMetadata({ filename: "a.epub", kind: "ebook", bookId: String(bookId) });
  const { "content-type": type, ...headers } = tusBytes(0);
  return { type, bytes, headers: { ...headers, "upload-length": String(bytes.length), "upload-metadata": metadata } };
}

/** The remaining bytes of an upload by `startUpload`. */
export function lastBytes(): Form {
  const { "content-type": type, ...headers } = tusBytes(0);
  return { type, bytes: Buffer.from(epub()), headers };
}

/** The path of an eBook upload without bytes yet. */
export async function startUpload({ admin, bookId }: World): Promise<string> {
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-length": String(epub().length),
    "upload-metadata": tusMetadata({ filename: "a.epub", kind: "ebook", bookId: String(bookId) }),
  };
  return (await admin.call("POST", "/api/uploads", undefined, headers)).headers.get("location") ?? "";
}

/** The path of a completed upload whose book doesn't exist yet. */
export async function readUpload({ admin, club }: World): Promise<string> {
  const bytes = epub();
  const headers = {
    ...tusBytes(0),
    "upload-length": String(bytes.length),
    "upload-metadata": tusMetadata({ filename: "a.epub", kind: "ebook", bookId: "new" }),
  };
  return (await tusCall(club, admin, "POST", "/api/uploads", headers, bytes)).headers.get("location") ?? "";
}

/** A tus call without bytes. */
export const bare = (): Form => ({
  type: "application/json",
  bytes: Buffer.from("{}"),
  headers: { "tus-resumable": "1.0.0" },
});

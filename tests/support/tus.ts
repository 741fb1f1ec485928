import type { Form, World } from "./access-world.ts";
import type { Club, Person } from "./club.ts";
import { epub } from "./epub.ts";
import type { largeAudiobook } from "./large-upload.ts";

/** As the web sends it. */
const PART_BYTES = 4 * 1024 * 1024;

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Upload-Metadata of the protocol. */
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

/** Makes a call of the protocol as someone. */
export function tusCall(club: Club, who: Person, method: string, path: string, headers: object, body?: Uint8Array) {
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: { "tus-resumable": "1.0.0", cookie: who.cookie, ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  return club.handler.fetch(request);
}

/** Creates an upload of a whole eBook in one call. */
export function wholeEbook({ bookId }: World): Form {
  const bytes = Buffer.from(epub());
  const metadata = tusMetadata({ filename: "a.epub", kind: "ebook", bookId: String(bookId) });
  const { "content-type": type, ...headers } = tusBytes(0);
  return { type, bytes, headers: { ...headers, "upload-length": String(bytes.length), "upload-metadata": metadata } };
}

/** The rest of an upload `startUpload` began. */
export function lastBytes(): Form {
  const { "content-type": type, ...headers } = tusBytes(0);
  return { type, bytes: Buffer.from(epub()), headers };
}

/** Address of an eBook upload without bytes yet. */
export async function startUpload({ admin, bookId }: World): Promise<string> {
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-length": String(epub().length),
    "upload-metadata": tusMetadata({ filename: "a.epub", kind: "ebook", bookId: String(bookId) }),
  };
  return (await admin.call("POST", "/api/uploads", undefined, headers)).headers.get("location") ?? "";
}

/** Address of a finished upload whose book doesn't exist yet. */
export async function readUpload({ admin, club }: World): Promise<string> {
  const bytes = epub();
  const headers = {
    ...tusBytes(0),
    "upload-length": String(bytes.length),
    "upload-metadata": tusMetadata({ filename: "a.epub", kind: "ebook", bookId: "new" }),
  };
  return (await tusCall(club, admin, "POST", "/api/uploads", headers, bytes)).headers.get("location") ?? "";
}

/** Sends a whole audiobook in parts. @throws Error when one is refused */
export async function sendResumably(
  { url, cookie, bookId }: { url: string; cookie: string; bookId: number },
  book: ReturnType<typeof largeAudiobook>,
): Promise<void> {
  const bytes = Buffer.concat([...book.bytes()]);
  const metadata = tusMetadata({ filename: "large.m4b", kind: "audiobook", bookId: String(bookId) });
  const announced = { "tus-resumable": "1.0.0", "upload-length": String(book.length), "upload-metadata": metadata };
  const made = await fetch(`${url}/api/uploads`, { method: "POST", headers: { cookie, ...announced } });
  const address = new URL(made.headers.get("location") ?? "", url);
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const body = bytes.subarray(at, at + PART_BYTES);
    const answer = await fetch(address, { method: "PATCH", headers: { cookie, ...tusBytes(at) }, body });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

/** A tus call without bytes. */
export const bare = (): Form => ({
  type: "application/json",
  bytes: Buffer.from("{}"),
  headers: { "tus-resumable": "1.0.0" },
});

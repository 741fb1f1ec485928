import { connect } from "node:net";

import { callAsAdmin } from "./api-client.ts";
import type { RunningClub } from "./executable.ts";
import { multipart, MULTIPART_TYPE } from "./forms.ts";
import { m4b } from "./m4b.ts";

const CHUNK = Buffer.alloc(256 * 1024, 0xa5);

/** Where to upload: the club's URL, an admin's cookie, and their book. */
type Target = { url: string; cookie: string; bookId: number };

export async function signedIn(club: RunningClub, username = "ada"): Promise<Target> {
  await club.makeAdmin(username);
  const admin = await callAsAdmin(club, username);
  const book = await admin.call("POST", "/api/books", { title: "Emma", author: "Jane Austen", month: "2026-03" });
  return { url: club.url, cookie: admin.cookie, bookId: (await book.json()).id };
}

/** An upload whose bytes are created while sending. `size`: bytes of padding after the audio. */
export function largeAudiobook(size: number, title = "Large") {
  const paddingBox = Buffer.alloc(8);
  paddingBox.writeUInt32BE(size + 8, 0);
  paddingBox.write("free", 4);
  const smallBook = Buffer.concat([m4b({ title, seconds: 2 }), paddingBox]);
  return {
    length: smallBook.length + size,
    *bytes(): Iterable<Uint8Array> {
      yield smallBook;
      for (let remainingBytes = size; remainingBytes > 0; remainingBytes -= CHUNK.length)
        yield CHUNK.subarray(0, Math.min(remainingBytes, CHUNK.length));
    },
    sha256(): string {
      const hasher = new Bun.CryptoHasher("sha256");
      for (const chunk of this.bytes()) hasher.update(chunk);
      return hasher.digest("hex");
    },
  };
}

type Audiobook = { length: number; bytes: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array> };

/** Sends the audiobook over a raw socket, so that a test can break it off after `stopAt` bytes, in the way of `how`. */
export function sendRaw(
  { url, cookie, bookId }: Target,
  book: Audiobook,
  { stopAt = Infinity, how = "fin" }: { stopAt?: number; how?: "fin" | "rst" | "stall" } = {},
): Promise<{ status: number; body: string }> {
  const { hostname, port, host } = new URL(url);
  const [before, after] = formAround(bookId);
  const headers =
    `POST /api/upload/audiobook HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nContent-Type: ${MULTIPART_TYPE}\r\n` +
    `Content-Length: ${before.length + book.length + after.length}\r\n\r\n`;

  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname).setMaxListeners(0);
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString();
      // every response here is JSON in one chunk
      if (answer.endsWith("}")) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve({ status: Number(answer.slice(9, 12)), body: answer.split("\r\n\r\n")[1] ?? "" }));
    const write = (data: Uint8Array) =>
      new Promise<void>((resolve) => {
        if (socket.destroyed || socket.write(data)) return resolve();
        socket.once("drain", resolve);
        socket.once("close", () => resolve());
      });
    const send = async () => {
      await write(Buffer.concat([Buffer.from(headers), before]));
      let sentBytes = 0;
      for await (const chunk of book.bytes()) {
        if (sentBytes >= stopAt || socket.destroyed) break;
        await write(chunk.subarray(0, Math.max(0, stopAt - sentBytes)));
        sentBytes += chunk.length;
      }
      if (sentBytes < stopAt) return write(after);
      if (how === "rst") socket.resetAndDestroy();
      if (how === "fin") socket.end();
    };
    void send();
  });
}

/**
 * Sends without a Content-Length, so that only the disk can reject it. Awaits `pause` once the server has the first
 * bytes.
 */
export function sendUnannounced(
  { url, cookie, bookId }: Target,
  book: Audiobook,
  pause: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Response> {
  const [before, after] = formAround(bookId);
  const parts = async function* () {
    yield before;
    let isFirst = true;
    for await (const chunk of book.bytes()) {
      yield chunk;
      if (isFirst) await pause();
      isFirst = false;
    }
    yield after;
  };
  const bytes = parts();
  const body = new ReadableStream({
    pull: async (controller) => {
      const nextChunk = await bytes.next();
      if (nextChunk.done) controller.close();
      else controller.enqueue(nextChunk.value);
    },
  });
  return fetch(`${url}/api/upload/audiobook`, {
    method: "POST",
    body,
    headers: { cookie, "content-type": MULTIPART_TYPE },
  });
}

/** A form's bytes before and after its file. */
function formAround(bookId: number): [before: Buffer, after: Buffer] {
  const form = multipart([
    { name: "bookId", data: String(bookId) },
    { name: "audiobook", filename: "large.m4b", data: "@" },
  ]);
  const splitIndex = form.lastIndexOf("@");
  return [form.subarray(0, splitIndex), form.subarray(splitIndex + 1)];
}

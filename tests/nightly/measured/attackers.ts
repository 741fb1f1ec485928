import { connect } from "node:net";

import { MULTIPART_TYPE } from "#tests/support/forms.ts";

/** The input of the attackers' process. `cookie`: a member's session; `feed`: the path of their podcast feed. */
export type Target = {
  url: string;
  cookie: string;
  feed: string;
  bookId: number;
  comingId: number;
  cover: string;
  photo: string;
};

const SPACES = `${" ".repeat(2000)}x${" ".repeat(2000)}x`;
const EVIL_NAME = "\u2139\uFE0F\u200D".repeat(24) + "\n";
const PARTIAL_REQUEST =
  "POST /api/auth/login HTTP/1.1\r\nHost: club\r\nContent-Type: application/json\r\nContent-Length: 100\r\n";
/** Connections that never send the rest of their body, each from its own address. */
const PARTIAL_COUNT = 200;
const COVER_COUNT = 30;
const CHAPTERS = ["text/c1.xhtml", "text/c2.xhtml", "long.xhtml", "drawing.svg"];

/** Runs every attack at once, repeating each after its response, until it is killed. Prints the responses by status. */
if (import.meta.main) {
  const target: Target = JSON.parse(Bun.argv[2] ?? "");
  const answers: Record<string, Record<number, number>> = {};
  for (const [name, attack] of Object.entries(attacksOn(target))) void repeatAttack(name, attack);
  process.on("SIGTERM", () => {
    console.log(JSON.stringify(answers));
    process.exit();
  });

  async function repeatAttack(name: string, attack: (i: number) => Promise<readonly number[]>): Promise<void> {
    const statusCounts: Record<number, number> = {};
    answers[name] = statusCounts;
    for (let index = 0; ; index += 1)
      for (const status of await attack(index).catch(() => [0])) statusCounts[status] = (statusCounts[status] ?? 0) + 1;
  }
}

function attacksOn(target: Target): Record<string, (i: number) => Promise<readonly number[]>> {
  const { url, cookie, feed, bookId, comingId, cover, photo } = target;
  let caller = 0;
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    // behind the proxy every request has another address, so limits by address don't apply
    caller += 1;
    const address = `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`;
    const isJson = body !== undefined && !(body instanceof Uint8Array);
    const response = await fetch(url + path, {
      method,
      headers: { "x-forwarded-for": address, ...(isJson && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const asMember = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(method, path, body, { cookie, ...headers });
  const repeat = (count: number, one: (i: number) => Promise<number>) =>
    Promise.all(Array.from({ length: count }, (_, index) => one(index)));
  const registration = { username: "eve", email: "eve@example.org", password: "two chapters", displayName: EVIL_NAME };
  const nomination = { title: "Emma", author: "Jane Austen", coverImage: cover };

  return {
    "names that take long to check": () =>
      repeat(4, () => call("POST", "/api/auth/register", { ...registration, invitationCode: "ABCD-EFGH" })),
    "texts of spaces": () =>
      repeat(4, (i) => asMember("POST", "/api/posts", { content: i % 2 ? SPACES : SPACES.repeat(15) })),
    "long notes": () =>
      repeat(2, () => asMember("POST", `/api/books/${bookId}/notes`, { text: "W".repeat(4000), fraction: 0.1 })),
    "covers for podcast apps": () => repeat(COVER_COUNT, () => call("GET", `${feed}/cover/${bookId}.jpg`)),
    "large chapters": () =>
      repeat(8, (i) => asMember("GET", `/api/books/${bookId}/text/OEBPS/${CHAPTERS[i % CHAPTERS.length]}`)),
    "refused nominations with covers": (i) =>
      repeat(4, (index) =>
        asMember("POST", "/api/nominations", { ...nomination, coverImage: `${cover}/${i}-${index}.jpg` }),
      ),
    "a coming book": () =>
      repeat(6, (i) =>
        asMember(
          "GET",
          ["/api/download/ebook/#", "/api/books/#/contents", "/api/books/#/notes", "/api/books/#/timeline"][
            i % 4
          ]?.replace("#", String(comingId)) ?? "/",
        ),
      ),
    "fields of the wrong type": () =>
      repeat(4, () => call("POST", "/api/auth/passkey", { response: { id: { toString: 1 }, rawId: { toString: 1 } } })),
    "large photos": () =>
      asMember("POST", "/api/profile/photo", Buffer.from(photo, "base64"), { "content-type": MULTIPART_TYPE }).then(
        (status) => [status],
      ),
    "half-sent bodies": async () => [
      (await repeat(PARTIAL_COUNT, (i) => halfSent(url, i))).filter((status) => status === 0).length,
    ],
    "many feeds": () => repeat(6, () => call("GET", `${feed}/podcast.xml`)),
  };
}

/** Resolves to 0 once the server has closed it. */
function halfSent(url: string, i: number): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${PARTIAL_REQUEST}X-Forwarded-For: 192.0.2.${i}\r\n\r\n{"a`);
    });
    socket.resume();
    socket.on("error", () => {});
    socket.on("close", () => resolve(0));
  });
}

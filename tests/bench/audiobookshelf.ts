import { existsSync } from "node:fs";
import { join } from "node:path";

import { until } from "#tests/support/poll-until.ts";

import { startPeer } from "./peer.ts";

const ROOT = { username: "root", password: "Merlot & mystery 1859" };

/**
 * Audiobookshelf from a checkout with packages installed (and built, if its version needs that), with the eBooks at
 * `books` in its library and its data in `folder`.
 * @returns how to start it, and the addresses of a list and of an eBook with the header that opens them
 */
export async function prepareAudiobookshelf(checkout: string, folder: string, books: readonly string[]) {
  const library = join(folder, "audiobookshelf", "books");
  for (const [index, book] of books.entries())
    await Bun.write(join(library, `Book ${index}`, "book.epub"), Bun.file(book));
  const built = join(checkout, "dist-server", "index.js");
  const program = existsSync(built) ? built : join(checkout, "index.js");
  const start = () =>
    startPeer((port) => ["node", program, "--port", String(port)], {
      environment: (port) => ({
        NODE_ENV: "production",
        SOURCE: "docker",
        HOST: "127.0.0.1",
        PORT: String(port),
        CONFIG_PATH: join(folder, "audiobookshelf", "config"),
        METADATA_PATH: join(folder, "audiobookshelf", "metadata"),
      }),
      path: "/healthcheck",
    });

  const server = await start();
  let headers: Record<string, string> = {};
  const ask = async (method: string, path: string, body?: object) => {
    const sent = { ...headers, "content-type": "application/json" };
    const answer = await fetch(server.url + path, {
      method,
      headers: sent,
      ...(body && { body: JSON.stringify(body) }),
    });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`Audiobookshelf: ${method} ${path}: ${answer.status} ${said}`);
    return said.startsWith("{") ? JSON.parse(said) : null;
  };
  try {
    await ask("POST", "/init", { newRoot: ROOT });
    const { user } = await ask("POST", "/login", ROOT);
    headers = { authorization: `Bearer ${user.accessToken ?? user.token}` };
    const folders = [{ fullPath: library }];
    const { id } = await ask("POST", "/api/libraries", {
      name: "Books",
      folders,
      mediaType: "book",
      icon: "database",
      provider: "openlibrary",
    });
    await ask("POST", `/api/libraries/${id}/scan`);
    const list = `/api/libraries/${id}/items?limit=${books.length}&page=0`;
    const { results } = await until(
      () => ask("GET", list),
      (page) => page.results.length === books.length,
    );
    return { start, headers, list, ebook: `/api/items/${results[0].id}/ebook` };
  } finally {
    await server.stop();
  }
}

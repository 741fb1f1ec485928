import { afterEach } from "bun:test";

import { type Club, createClub } from "./club.ts";
import { standIn } from "./each-club.ts";

/** A stub's reply: JSON, a response, or a delayed one. */
type Reply = unknown | Response | (() => Response | Promise<Response>);

/**
 * A local stub of Open Library and Google Books: `replies` by path prefix. `/api/books` is Open Library's, `/volumes`
 * Google's; others may be covers.
 */
export function startIsbnServices(replies: Record<string, Reply>) {
  const requestedPaths: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 30,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      requestedPaths.push(pathname + search);
      const reply = Object.entries(replies).find(([path]) => pathname.startsWith(path))?.[1];
      if (reply === undefined) return new Response("nothing here", { status: 404 });
      if (reply instanceof Response) return reply.clone();
      return typeof reply === "function" ? reply() : Response.json(reply);
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    asked: requestedPaths,
    environment: { OPEN_LIBRARY_URL: url, GOOGLE_BOOKS_URL: url },
    stop: () => server.stop(true),
  };
}

export function openLibraryBook(isbn: string, cover?: string) {
  const book = {
    title: "Emma",
    subtitle: "A novel",
    authors: [{ name: "Jane Austen" }],
    ...(cover && { cover: { large: cover } }),
  };
  return { [`ISBN:${isbn}`]: book };
}

/** Open Library's response to a search, with a cover for each title that has a number. */
export function openLibraryFinds(...titles: readonly { title: string; cover?: number }[]) {
  const docs = titles.map(({ title, cover }) => ({
    title,
    author_name: ["Jane Austen"],
    isbn: ["0141439580", "9780141439587"],
    first_publish_year: 1815,
    number_of_pages_median: 474,
    ...(cover && { cover_i: cover }),
  }));
  return { numFound: docs.length, docs };
}

export function googleBook() {
  const volumeInfo = {
    title: "Emma (Google)",
    authors: ["J. Austen"],
    description: "<p>Handsome, clever &amp; rich.</p>She meddles.",
  };
  return { totalItems: 1, items: [{ volumeInfo }] };
}

/** For a test file: `open` creates a club with such services; both close with the test. */
export function isbnClubs() {
  let club: Club | undefined;
  let services: ReturnType<typeof startIsbnServices> | undefined;
  afterEach(async () => {
    club?.close();
    await services?.stop();
  });
  return {
    club: standIn(() => club),
    services: standIn(() => services),
    open: async (replies: Record<string, Reply>): Promise<void> => {
      services = startIsbnServices(replies);
      club = await createClub({ environment: services.environment });
    },
  };
}

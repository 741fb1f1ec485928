import { existsSync, readFileSync } from "node:fs";

import { callUrl, smallCoverUrl } from "#contract/call-url.ts";
import type { CallKey } from "#contract/calls.ts";
import { BOOK_SLOTS, createResponsesElement, findVisitorPage, VISITOR_MARKERS } from "#contract/first-paint.ts";
import type { Contents } from "#contract/reading.ts";
import type { ShelfYear } from "#contract/shelf.ts";

export type CallRoutes = (request: Request) => Promise<Response>;

/** Adds API responses to the page; null without a valid session. */
export type MemberPages = (request: Request, html: string, callRoutes: CallRoutes) => Promise<string | null>;

/** The page fetches longer ones itself, such as a megabyte of notes. */
const RESPONSE_MAX_LENGTH = 100_000;

const USER_URL = callUrl("GET /api/auth/user");
const BOOK_URL = callUrl("GET /api/books/current");
const MEETING_URL = callUrl("GET /api/meetings/current");
const PATHS_OF_ALL_PAGES = [callUrl("GET /api/club"), BOOK_URL];

/** Other calls whose responses a page embeds (decision 0033). */
const CALLS_OF_PAGES: Readonly<Record<string, readonly Extract<CallKey, `GET ${string}`>[]>> = {
  "/": ["GET /api/content", "GET /api/meetings/current", "GET /api/posts", "GET /api/polls/current"],
  "/hosts": ["GET /api/meetings/hosts"],
  "/recommendations": ["GET /api/polls/current", "GET /api/nominations"],
  "/shelf": ["GET /api/shelf"],
  "/wines": ["GET /api/wines", "GET /api/shelf"],
};

/** Covers that a phone shows without scrolling. */
const COVERS_MAX = 2;
const COVER_ATTRIBUTES = 'fetchpriority="high" class="size-full object-cover filter-(--images)"';

/** Embeds the API responses after links to the page's code. @param linksFile the links by first path segment */
export function createMemberPages(linksFile: string): MemberPages {
  let links: Map<string, string> | null = null;
  return async (request, html, callRoutes) => {
    const responses = await fetchResponses(request, callRoutes);
    if (responses === null) return null;
    links ??= new Map(existsSync(linksFile) ? Object.entries(JSON.parse(readFileSync(linksFile, "utf8"))) : []);
    const [, name = ""] = new URL(request.url).pathname.split("/");
    const entries = [...responses].map(([path, body]) => `${JSON.stringify(path)}:{"body":${body}}`);
    // the service worker stores the page without them
    const embeddedHtml = (links.get(name) ?? "") + createResponsesElement(`{${entries.join()}}`);
    return fillSlots(html, responses).replace("</body>", (end) => VISITOR_MARKERS.join(embeddedHtml) + end);
  };
}

function fillSlots(html: string, responses: ReadonlyMap<string, string>): string {
  const [year]: ShelfYear[] = JSON.parse(responses.get(callUrl("GET /api/shelf")) ?? "[]");
  const covers = (year?.books ?? []).slice(0, COVERS_MAX).map(({ coverImage }) => coverImage);
  const [, contents = "{}"] = [...responses].find(([path]) => path.endsWith("/contents")) ?? [];
  const { title = "" }: Partial<Contents> = JSON.parse(contents);
  return html
    .replace(BOOK_SLOTS.title, () => Bun.escapeHTML(title))
    .replaceAll(BOOK_SLOTS.cover, () => {
      const cover = covers.shift();
      return cover ? `<img src="${Bun.escapeHTML(smallCoverUrl(cover))}" alt="" ${COVER_ATTRIBUTES} />` : "";
    });
}

/** Fetches the page's API responses by path, with no position but the reader's (decision 0033); null if signed out. */
async function fetchResponses(request: Request, callRoutes: CallRoutes): Promise<Map<string, string> | null> {
  const url = new URL(request.url);
  const { pathname } = url;
  if (!isOwnRequest(request) || findVisitorPage(url) === "link") return null;
  const call = (path: string) => fetchResponse(path, request, callRoutes);
  const user = await call(USER_URL);
  if (user === null) return null;
  const responses = new Map([[USER_URL, user]]);
  const callAll = (paths: readonly string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const response = await call(path);
        if (response !== null) responses.set(path, response);
      }),
    );
  await callAll([...PATHS_OF_ALL_PAGES, ...(CALLS_OF_PAGES[pathname] ?? []).map((key) => callUrl(key))]);
  const readResponse = <Body>(path: string): Body | null => JSON.parse(responses.get(path) ?? "null");
  await callAll([
    ...listBookCalls(pathname, readResponse<{ id: number }>(BOOK_URL)?.id),
    ...listMeetingCalls(readResponse<{ bookId: number | null }>(MEETING_URL)?.bookId ?? null),
  ]);
  return responses;
}

function listMeetingCalls(bookId: number | null): string[] {
  if (bookId === null) return [];
  return [
    callUrl("GET /api/books/:id/notes", { params: { id: bookId }, query: { kind: "question", replies: "false" } }),
  ];
}

function listBookCalls(pathname: string, currentId: number | undefined): string[] {
  const [, page = "", idText] = pathname.split("/");
  const id = idText === undefined ? currentId : Number(idText);
  if (id === undefined || !Number.isSafeInteger(id)) return [];
  const params = { id };
  if (page === "shelf" && idText !== undefined) return [callUrl("GET /api/shelf/:id", { params })];
  if (page === "read")
    return [
      callUrl("GET /api/books/:id/contents", { params }),
      callUrl("GET /api/reading-progress", { query: { bookId: id } }),
    ];
  const countUrl = callUrl("GET /api/books/:id/notes/count", { params });
  if (page === "") return [countUrl, callUrl("GET /api/books/:id/plan", { params })];
  return page === "talk" ? [countUrl, callUrl("GET /api/books/:id/notes", { params })] : [countUrl];
}

async function fetchResponse(path: string, { url, headers }: Request, callRoutes: CallRoutes): Promise<string | null> {
  const callHeaders = new Headers(headers);
  for (const name of ["accept-encoding", "if-modified-since", "if-none-match", "range"]) callHeaders.delete(name);
  const response = await callRoutes(new Request(new URL(path, url), { headers: callHeaders }));
  if (response.status !== 200) return null;
  const text = await response.text();
  return text.length > RESPONSE_MAX_LENGTH ? null : text;
}

/** True if a user opens the page or its service worker fetches it; other pages must not embed or read it. */
function isOwnRequest({ headers }: Request): boolean {
  const destination = headers.get("sec-fetch-dest") ?? "document";
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  return destination === "document" || (destination === "empty" && site === "same-origin");
}

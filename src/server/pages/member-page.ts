import { existsSync, readFileSync } from "node:fs";

import { addressOf, smallCover } from "#contract/address-of.ts";
import { answersElement, drawnPage, SLOTS, VISIT_MARKERS } from "#contract/first-paint.ts";
import { MEMBER_PATHS } from "#contract/member-paths.ts";
import type { Contents } from "#contract/reading.ts";
import type { ShelfYear } from "#contract/shelf.ts";

/** Calls the club's own routes, in this process. */
export type CallRoutes = (request: Request) => Response | Promise<Response>;

/** The page as one member gets it; null for everybody else. */
export type MemberPages = (request: Request, html: string, callRoutes: CallRoutes) => Promise<string | null>;

/** Characters. A page asks itself for longer ones, such as a megabyte of notes, once its words are there. */
const ANSWER_MAX_LENGTH = 100_000;

const USER = addressOf("GET /api/auth/user");
const BOOK = addressOf("GET /api/books/current");
const MEETING = addressOf("GET /api/meetings/current");
const OF_EVERY_PAGE = [addressOf("GET /api/club"), BOOK];

/** Covers of the shelf that a phone shows first. */
const FIRST_COVERS = 2;
const COVER_ATTRIBUTES = 'fetchpriority="high" class="size-full object-cover filter-(--pictures)"';

/**
 * Puts the answers that a page shows first at its end, after links to its code and pictures.
 * @param linksFile made by the build: links to a page's code, by the first part of its address
 */
export function createMemberPages(linksFile: string): MemberPages {
  let links: Map<string, string> | null = null;
  return async (request, html, callRoutes) => {
    const answers = await readAnswers(request, callRoutes);
    if (answers === null) return null;
    links ??= new Map(existsSync(linksFile) ? Object.entries(JSON.parse(readFileSync(linksFile, "utf8"))) : []);
    const [, name = ""] = new URL(request.url).pathname.split("/");
    const entries = [...answers].map(([path, body]) => `${JSON.stringify(path)}:{"body":${body}}`);
    // the service worker keeps the page without them, and puts in those that it has by then
    const own = (links.get(name) ?? "") + answersElement(`{${entries.join()}}`);
    return fillSlots(html, answers).replace("</body>", (end) => VISIT_MARKERS.join(own) + end);
  };
}

/** Puts the reader's title and the shelf's first covers into what is drawn of the page. */
function fillSlots(html: string, answers: ReadonlyMap<string, string>): string {
  const [year]: ShelfYear[] = JSON.parse(answers.get(addressOf("GET /api/shelf")) ?? "[]");
  const covers = (year?.books ?? []).slice(0, FIRST_COVERS).map(({ coverImage }) => coverImage);
  const [, contents = "{}"] = [...answers].find(([path]) => path.endsWith("/contents")) ?? [];
  const { title = "" }: Partial<Contents> = JSON.parse(contents);
  return html
    .replace(SLOTS.title, () => Bun.escapeHTML(title))
    .replaceAll(SLOTS.cover, () => {
      const cover = covers.shift();
      return cover ? `<img src="${Bun.escapeHTML(smallCover(cover))}" alt="" ${COVER_ATTRIBUTES} />` : "";
    });
}

/**
 * What a member's page shows first, by address: the JSON that the calls answer the session of the request. Null for
 * everybody else. Without places, which a device may know better.
 */
async function readAnswers(request: Request, callRoutes: CallRoutes): Promise<Map<string, string> | null> {
  const address = new URL(request.url);
  const { pathname } = address;
  if (!isOwnRequest(request) || drawnPage(address) === "link") return null;
  const call = (path: string) => answerOf(path, request, callRoutes);
  const user = await call(USER);
  if (user === null) return null;
  const answers = new Map([[USER, user]]);
  const callAll = (paths: readonly string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const answer = await call(path);
        if (answer !== null) answers.set(path, answer);
      }),
    );
  await callAll([...OF_EVERY_PAGE, ...(MEMBER_PATHS[pathname] ?? []).map((key) => addressOf(key))]);
  const answered = <Body>(path: string): Body | null => JSON.parse(answers.get(path) ?? "null");
  await callAll([
    ...callsOfBook(pathname, answered<{ id: number }>(BOOK)?.id),
    ...callsOfMeeting(answered<{ bookId: number | null }>(MEETING)?.bookId ?? null),
  ]);
  return answers;
}

/** The questions for the evening, which Home shows with the meeting. */
function callsOfMeeting(bookId: number | null): string[] {
  if (bookId === null) return [];
  return [addressOf("GET /api/books/:id/notes", { params: { id: bookId }, query: { kind: "question" } })];
}

/** Those of the book that a page is about. */
function callsOfBook(pathname: string, currentId: number | undefined): string[] {
  const [, page = "", own] = pathname.split("/");
  const id = own === undefined ? currentId : Number(own);
  if (id === undefined || !Number.isSafeInteger(id)) return [];
  const params = { id };
  if (page === "shelf" && own !== undefined) return [addressOf("GET /api/shelf/:id", { params })];
  if (page === "read") return [addressOf("GET /api/books/:id/contents", { params })];
  const count = addressOf("GET /api/books/:id/notes/count", { params });
  if (page === "") return [count, addressOf("GET /api/books/:id/plan", { params })];
  return page === "talk" ? [count, addressOf("GET /api/books/:id/notes", { params })] : [count];
}

/** Null for anything but a success of moderate length. */
async function answerOf(path: string, { url, headers }: Request, callRoutes: CallRoutes): Promise<string | null> {
  const own = new Headers(headers);
  for (const name of ["accept-encoding", "if-modified-since", "if-none-match", "range"]) own.delete(name);
  const answer = await callRoutes(new Request(new URL(path, url), { headers: own }));
  if (answer.status !== 200) return null;
  const text = await answer.text();
  return text.length > ANSWER_MAX_LENGTH ? null : text;
}

/** Somebody opens the page, or its own worker fetches it. No other page may embed or read it. */
function isOwnRequest({ headers }: Request): boolean {
  const destination = headers.get("sec-fetch-dest") ?? "document";
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  return destination === "document" || (destination === "empty" && site === "same-origin");
}

import type { QueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { MemoryRouter } from "react-router";

import type { Book } from "#contract/books.ts";
import type { Club } from "#contract/club.ts";
import { SIGNED_OUT } from "#contract/error-codes.ts";
import type { PageResponses } from "#contract/first-paint.ts";
import { MEMBER_HEADER, SERVER_HEADER } from "#contract/headers.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { Content } from "#contract/months.ts";
import type { User } from "#contract/users.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { App } from "#web/app/app.tsx";
import { hydrateFromPage } from "#web/app/main.tsx";
import { progressSyncsOf } from "#web/progress/progress-syncs.ts";
import { initialSession, sessionAtom, signInCountAtom } from "#web/state/session.ts";
import { readTabOwner } from "#web/state/tab-owner.ts";
import { toastAtom } from "#web/ui/feedback/toast.ts";

import { onTestEnd } from "./dom.ts";

/** A response: JSON, a Response, or 'never' for a call that hangs. */
type Result = unknown;
export type Api = Record<string, Result | ((body: unknown, init: RequestInit, query: URLSearchParams) => Result)>;

export const nora: User = {
  id: 1,
  username: "nora",
  displayName: "Nora Whitfield",
  email: "nora@example.org",
  photoURL: null,
  isAdmin: false,
  passwordIsTemporary: false,
};

export const club: Club = {
  name: "Synopses & Sips Book Club",
  shortName: "synopses_and_sips",
  since: 2018,
  timeZone: "America/New_York",
  publicDomain: null,
  teamAvatarUrl: null,
  passwordMinLength: 6,
  setUpOpen: false,
  mailOn: true,
};

export const content: Content = {
  welcomeMessage: "Welcome to the long evenings.",
  presidentMessage: "Bring a passage you would read aloud.",
  meetingDate: "2026-01-31",
  meetingTime: "19:00",
  meetingLocation: "14 Willow Street",
};

export const meeting: Meeting = {
  id: 3,
  uid: "meeting-2026-01@synopses_and_sips",
  bookId: 7,
  bookTitle: "The Wind in the Willows",
  date: content.meetingDate,
  time: content.meetingTime,
  location: content.meetingLocation,
  startsAt: "2026-02-01T00:00:00.000Z",
  endsAt: "2026-02-01T02:00:00.000Z",
  state: "planned",
  correctableUntil: null,
  sequence: 0,
  answers: { yes: 0, maybe: 0, no: 0, guests: 0 },
  mine: null,
  host: null,
  isHost: false,
  dates: [],
  datesAnswered: 0,
  datesMine: false,
  datesWaiting: [],
  datesAnsweredBy: [],
  people: [],
  needs: [],
};

/** January 23, 2030 and the days after it, at 7 PM; without answers. */
export const askedDate = (id: number, day = 23) => ({
  id,
  date: `2030-01-${day}`,
  time: "19:00",
  startsAt: `2030-01-${day + 1}T00:00:00.000Z`,
  can: 0,
  people: [],
  mine: false,
});

export const book: Book = {
  id: 7,
  title: "The Wind in the Willows",
  author: "Kenneth Grahame",
  synopsis: "Mole leaves his spring cleaning.",
  month: "2026-01",
  isbn: "",
  audiobookNarrator: "",
  audiobookDuration: "",
  coverImage: null,
  ebookFilename: "willows.epub",
  ebookSize: 1_440_000,
  ebookUploadedAt: null,
  audiobookFilename: null,
  audiobookSize: null,
  audiobookUploadedAt: null,
  audiobookSeconds: null,
  chapters: [],
};

export const audiobook: Book = { ...book, audiobookFilename: "willows.m4b", audiobookSeconds: 31_800 };

export const json = (value: unknown, status = 200) => Response.json(value, { status });
export const signedOut = () => json({ message: SIGNED_OUT }, 401);

/** Responses for members' pages, which a test can override. */
export const memberApi: Api = {
  "GET /api/auth/user": nora,
  "GET /api/club": club,
  "GET /api/content": content,
  "GET /api/books/current": book,
  "GET /api/meetings/current": meeting,
  "GET /api/posts": [],
  "GET /api/polls/current": null,
};

export const visitorApi: Api = { "GET /api/auth/user": signedOut, "GET /api/club": club };

/** A response that calls change, after which pages refetch it. `change` is for the table of responses. */
export function stored<T extends object>(initial: T) {
  let data = initial;
  return {
    read: () => data,
    change: (set: (body: never) => Partial<T>) => (body: unknown) => (data = { ...data, ...set(body as never) }),
  };
}

type Call = { method: string; path: string; headers: Headers; body: unknown; init: RequestInit };

/** Replaces the network until the test ends: records each call and responds from the table, otherwise with 404. */
export function serveApi(api: Api): { calls: Call[]; api: Api } {
  const calls: Call[] = [];
  globalThis.fetch = Object.assign(
    async (input: string | URL | Request, init: RequestInit = {}) => {
      const { pathname, searchParams } = new URL(String(input));
      const method = init.method ?? "GET";
      const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
      const headers = new Headers(init.headers);
      calls.push({ method, path: pathname, headers, body, init });
      requireAuthor(`${method} ${pathname}`, headers);
      const entry = api[`${method} ${pathname}`];
      const response: unknown = typeof entry === "function" ? await entry(body, init, searchParams) : entry;
      if (response === undefined) return ofServer(json({ message: "Not found" }, 404));
      return ofServer(response instanceof Response ? response.clone() : json(response), pathname);
    },
    { preconnect: fetch.preconnect },
  );
  return { calls, api };
}

/** Marks a response as the server's, except an HTML page in place of a call's response. */
export function ofServer(response: Response, path = ""): Response {
  const isPage = response.headers.get("content-type")?.startsWith("text/html") && !path.includes("/text/");
  if (!isPage) response.headers.set(SERVER_HEADER, "mx-1");
  return response;
}

/** A mutation must name its author (BEYOND 14). */
export function requireAuthor(call: string, headers: Headers): void {
  const isRead = call.startsWith("GET ") || call.startsWith("HEAD ");
  if (!isRead && readTabOwner() !== null && !headers.has(MEMBER_HEADER))
    console.error(`${call} doesn't name its author`);
}

/** Writes the server's values into the page's head. */
export function setPageMeta(meta: Partial<Record<"public-domain" | "session", string>> = {}): void {
  for (const meta of document.head.querySelectorAll("meta")) meta.remove();
  for (const [name, content] of Object.entries(meta))
    document.head.insertAdjacentHTML("beforeend", `<meta name="${name}" content="${content}" />`);
}

/** The whole web app at a URL, for a visitor or member. @param embedded the page's embedded responses */
export function openApp(
  path: string,
  api: Api,
  meta: Parameters<typeof setPageMeta>[0] = {},
  embedded: PageResponses = {},
) {
  setPageMeta(meta);
  const store = getDefaultStore();
  store.set(sessionAtom, initialSession());
  store.set(signInCountAtom, 0);
  store.set(toastAtom, undefined);
  sessionStorage.clear();
  const server = serveApi({ ...api });
  const queryClient = createQueryClient();
  // positions live as long as the tab, and a later test that signs out would save them
  onTestEnd(() => progressSyncsOf(0, queryClient).end());
  hydrateFromPage(store, queryClient, embedded);
  return { ...server, ...renderApp(path, queryClient), queryClient, user: userEvent.setup() };
}

export const renderApp = (path: Parameters<typeof openApp>[0], queryClient: QueryClient) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <App queryClient={queryClient} />
    </MemoryRouter>,
  );

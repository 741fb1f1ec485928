import { unzipSync } from "fflate";

import type { Bookmark } from "#contract/bookmarks.ts";
import type { Feed } from "#contract/feeds.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { Content, MonthPlan } from "#contract/months.ts";
import type { Nomination } from "#contract/nominations.ts";
import type { Notes } from "#contract/notes.ts";
import type { Passkey } from "#contract/passkeys.ts";
import type { Poll } from "#contract/polls.ts";
import type { Post } from "#contract/posts.ts";
import type { Progress } from "#contract/progress.ts";
import type { ReadingProgress } from "#contract/reading.ts";
import type { ShelfBook, ShelfYear } from "#contract/shelf.ts";
import type { Wine } from "#contract/wines.ts";

import { clubMonth } from "./club-month.ts";
import { SUBSCRIPTION } from "./push-service.ts";
import { createPasskey } from "./soft-passkey.ts";

export type Calling = (method: string, path: string, body?: unknown) => Promise<Response>;

/** Writes repeatedly. `lost` counts acknowledged writes that are missing afterward. */
export type Writer = { write: (turn: number) => Promise<void>; accepted: () => number; lost: () => Promise<number> };

/** The data of the writers: ids, and the month. `options` are on the ballot. */
type Records = Record<
  "bookId" | "meetingId" | "needId" | "pollId" | "nominationId" | "wineId" | "noteId" | "replyId" | "bookmarkId",
  number
> & {
  options: number[];
  month: string;
  /** The key of a queue's last entry without a response, by path. */
  unanswered: Map<string, string>;
};

/** A future meeting with a need, an open vote, and one of each editable record. */
export async function prepareThings(call: Calling, bookId: number): Promise<Records> {
  const create = async (path: string, body: object): Promise<number> =>
    (await (await call("POST", path, body)).json()).id;
  const meetingId = await create("/api/meetings", { date: "", time: "", location: "", bookId });
  const needId = await create(`/api/meetings/${meetingId}/needs`, { what: "Chairs", quantity: 99 });
  const options: Nomination["id"][] = [];
  for (const title of ["Persuasion", "Sanditon"])
    options.push(await create("/api/nominations", { title, author: "Jane Austen" }));
  const now = new Date();
  const closesAt = new Date(now.getTime() + 86_400_000).toISOString();
  const pollId = await create("/api/polls", { month: `${now.getFullYear() + 1}-01`, closesAt, nominationIds: options });
  await call("PUT", `/api/books/${bookId}/reached`, { fraction: 1 });
  const nominationId = await create("/api/nominations", { title: "Lady Susan", author: "Jane Austen" });
  const wineId = await create("/api/wines", { name: "Rioja", kind: "red" });
  const noteId = await create(`/api/books/${bookId}/notes`, { text: "The ball", fraction: 0 });
  const replyId = await create(`/api/notes/${noteId}/replies`, { text: "Poor Miss Bates" });
  const bookmarkId = await create("/api/bookmarks", { bookId, fraction: 0.5, quote: "Badly done" });
  const ids = { bookId, meetingId, needId, pollId, nominationId, wineId, noteId, replyId, bookmarkId };
  return { ...ids, options, month: clubMonth(), unanswered: new Map() };
}

/** A round's writers, one for each frequently written resource; two for the board. */
export function createWriters(call: Calling, records: Records, round: number): Writer[] {
  const { bookId, meetingId, needId, pollId, nominationId, wineId, noteId, replyId, bookmarkId, options, month } =
    records;
  const getJson = async <Body>(path: string): Promise<Body> => (await call("GET", path)).json();
  const textOf = (turn: number) => `round ${round}, ${turn}`;

  /** Posts to the board, which must contain every accepted post. */
  const posting = (index: number): Writer => {
    const accepted: string[] = [];
    return {
      write: async (turn) => {
        const text = `${textOf(turn)} of ${index}`;
        if ((await call("POST", "/api/posts", { content: text })).ok) accepted.push(text);
      },
      accepted: () => accepted.length,
      lost: async () => {
        const storedPosts = new Set(await posts());
        return accepted.filter((text) => !storedPosts.has(text)).length;
      },
    };
  };
  /** Replaces a value, which must be the last accepted one, or one without a response. */
  const replacing = <Value>(
    send: (value: Value) => Promise<Response>,
    valueOf: (turn: number) => Value,
    find: () => Promise<Value>,
  ): Writer => {
    const candidates = new Set<Value>();
    let accepted = 0;
    return {
      write: async (turn) => {
        const value = valueOf(turn);
        candidates.add(value);
        if (!(await send(value)).ok) return;
        candidates.clear();
        candidates.add(value);
        accepted += 1;
      },
      accepted: () => accepted,
      lost: async () => (accepted === 0 || candidates.has(await find()) ? 0 : 1),
    };
  };
  const rewriting = <Field extends string>(
    method: string,
    path: string,
    field: Field,
    find: () => Promise<{ [_ in Field]?: unknown } | null | undefined>,
  ): Writer =>
    replacing(
      (text) => call(method, path, { [field]: text }),
      textOf,
      async () => String((await find())?.[field] ?? ""),
    );
  /** Sends like a device's queue: without a response, an entry is sent again with its key. All must be stored once. */
  const queueWriter = (path: string, bodyOf: (words: string) => object, list: () => Promise<string[]>): Writer => {
    const sentTexts = new Set<string>();
    let accepted = 0;
    const send = async (): Promise<number> => {
      const key = records.unanswered.get(path) ?? crypto.randomUUID();
      records.unanswered.set(path, key);
      const { ok, status } = await call("POST", path, { ...bodyOf(key), sendKey: key });
      if (!ok) return status;
      records.unanswered.delete(path);
      sentTexts.add(key);
      accepted += 1;
      return status;
    };
    return {
      write: async () => void (await send()),
      accepted: () => accepted,
      lost: async () => {
        // the power is back; an entry over a limit, or without space, stays queued
        const status = records.unanswered.has(path) ? await send() : 201;
        const storedTexts = await list();
        const lostTexts = [...sentTexts].filter((key) => storedTexts.filter((words) => words === key).length !== 1);
        return lostTexts.length + ([201, 429, 507].includes(status) ? 0 : 1);
      },
    };
  };
  const isEven = (turn: number) => turn % 2 === 0;
  const meeting = () => getJson<Meeting>(`/api/meetings/${meetingId}`);
  const posts = async () => (await getJson<Post[]>("/api/posts")).map(({ content }) => content);
  const notes = async () => (await getJson<Notes>(`/api/books/${bookId}/notes`)).notes.map(({ text }) => text);
  const getShelfBook = async (): Promise<ShelfBook | undefined> =>
    (await getJson<ShelfYear[]>("/api/shelf"))[0]?.books[0];
  const findItem = async <One extends { id: number }>(path: string, id: number): Promise<One | undefined> =>
    (await getJson<One[]>(path)).find((one) => one.id === id);
  const replies = async () =>
    (await getJson<Notes>(`/api/books/${bookId}/notes`)).notes.flatMap((note) => note.replies);
  const passkeys = () => getJson<Passkey[]>("/api/profile/passkeys");
  /** Removes all but the newest first, because a member may have 20. */
  const addPasskey = async (name: string): Promise<Response> => {
    for (const { id } of (await passkeys()).slice(0, -1)) await call("DELETE", `/api/profile/passkeys/${id}`);
    const { challenge } = await (await call("POST", "/api/profile/passkeys/options")).json();
    return call("POST", "/api/profile/passkeys", { name, response: createPasskey().attest(challenge) });
  };
  /** No call lists subscriptions. */
  const isSubscribed = async (): Promise<boolean> =>
    "push_subscriptions.json" in unzipSync(await (await call("GET", "/api/profile/export")).bytes());

  /** Also deletes all but the newest, because a member may have 500. */
  const takeMarks = async (): Promise<string[]> => {
    const bookmarks = await getJson<Bookmark[]>(`/api/bookmarks?bookId=${bookId}`);
    for (const { id } of bookmarks.slice(0, -50)) if (id !== bookmarkId) await call("DELETE", `/api/bookmarks/${id}`);
    return bookmarks.map(({ note }) => note);
  };

  return [
    queueWriter("/api/posts", (content) => ({ content }), posts),
    queueWriter("/api/bookmarks", (note) => ({ bookId, currentTime: 1, note }), takeMarks),
    queueWriter(`/api/books/${bookId}/notes`, (text) => ({ text, fraction: 0 }), notes),
    queueWriter(
      `/api/notes/${noteId}/replies`,
      (text) => ({ text }),
      async () => (await replies()).map(({ text }) => text),
    ),
    posting(1),
    posting(2),
    rewriting("PATCH", "/api/content", "welcomeMessage", () => getJson<Content>("/api/content")),
    replacing(
      (currentTime) => call("POST", "/api/audiobook-progress", { bookId, currentTime, chapter: 0 }),
      // within two seconds of audio: a position beyond a new file's end moves to its end
      (turn) => turn % 2,
      async () => (await getJson<Progress>(`/api/audiobook-progress?bookId=${bookId}`)).currentTime,
    ),
    replacing(
      (locator) => call("POST", "/api/reading-progress", { bookId, fraction: 0.5, locator }),
      textOf,
      async () => (await getJson<ReadingProgress>(`/api/reading-progress?bookId=${bookId}`)).locator ?? "",
    ),
    rewriting("PATCH", `/api/meetings/${meetingId}`, "location", meeting),
    replacing(
      (guests) => call("PUT", `/api/meetings/${meetingId}/answer`, { answer: "yes", guests }),
      (turn) => turn % 10,
      async () => (await meeting()).mine?.guests ?? -1,
    ),
    replacing(
      (quantity) => call("PUT", `/api/needs/${needId}/claim`, { quantity }),
      (turn) => 1 + (turn % 99),
      async () => (await meeting()).needs[0]?.claims[0]?.quantity ?? 0,
    ),
    replacing(
      (id) => call("PUT", `/api/polls/${pollId}/ballot`, { nominationIds: [id] }),
      (turn) => options[turn % options.length] ?? 0,
      async () => (await getJson<Poll>("/api/polls/current")).mine[0] ?? 0,
    ),
    rewriting("PUT", `/api/books/${bookId}/review`, "text", async () => (await getShelfBook())?.mine),
    rewriting("PATCH", `/api/months/${month}`, "message", () => getJson<MonthPlan>(`/api/months/${month}`)),
    rewriting("PATCH", `/api/nominations/${nominationId}`, "reason", () =>
      findItem<Nomination>("/api/nominations", nominationId),
    ),
    rewriting("PATCH", `/api/wines/${wineId}`, "note", () => findItem<Wine>("/api/wines", wineId)),
    rewriting("PATCH", `/api/replies/${replyId}`, "text", async () =>
      (await replies()).find(({ id }) => id === replyId),
    ),
    rewriting("PATCH", `/api/bookmarks/${bookmarkId}`, "note", () =>
      findItem<Bookmark>(`/api/bookmarks?bookId=${bookId}`, bookmarkId),
    ),
    replacing(addPasskey, textOf, async () => (await passkeys()).at(-1)?.name ?? ""),
    replacing(
      (isOn) => call(isOn ? "POST" : "DELETE", "/api/profile/feeds/podcast"),
      isEven,
      async () => (await getJson<Feed>("/api/profile/feeds/podcast")).url !== null,
    ),
    replacing(
      (isOn) =>
        call(isOn ? "POST" : "DELETE", "/api/profile/push", isOn ? SUBSCRIPTION : { endpoint: SUBSCRIPTION.endpoint }),
      isEven,
      isSubscribed,
    ),
  ];
}

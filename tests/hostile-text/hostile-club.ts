import type { Book } from "#contract/books.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { Poll } from "#contract/polls.ts";
import { apiClient } from "#tests/support/api-client.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { epub } from "#tests/support/epub.ts";
import { ADMIN_PASSWORD, type RunningClub } from "#tests/support/executable.ts";
import { png } from "#tests/support/images.ts";
import { jsonOf } from "#tests/support/json.ts";
import { m4b } from "#tests/support/m4b.ts";

import { HOSTILE, HOSTILE_LINE, HOSTILE_NAMES, longWord } from "./hostile-texts.ts";

export const HOSTILE_PASSWORD = "<script>alert(1)</script>";

/** The club's texts: markup, or unbreakable words. */
type Kind = "markup" | "long";

const TEXT_COUNT = { markup: 6, long: 2 };
const SEPARATOR = "\n\n";
const SHORT_TEXT = HOSTILE.slice(0, 3).join(" ");

/** Texts for each field of the club, with which to fill it and search its pages. */
export function hostileFields(kind: Kind) {
  const name = (index: number) =>
    kind === "markup" ? (HOSTILE_NAMES[index % HOSTILE_NAMES.length] ?? "") : `${longWord(60)}${index}`;
  const line = (length: number) => (kind === "markup" ? HOSTILE_LINE : longWord(length));
  return {
    names: Array.from({ length: TEXT_COUNT[kind] }, (_, index) => name(index)),
    posts: kind === "markup" ? [...HOSTILE] : [longWord(500)],
    message: kind === "markup" ? HOSTILE.join(SEPARATOR) : longWord(2000),
    location: line(300),
    title: line(300),
    author: line(300),
    synopsis: kind === "markup" ? HOSTILE.join(SEPARATOR) : longWord(2000),
    narrator: line(300),
    duration: line(300),
    note: line(500),
    device: kind === "markup" ? "<img src=x onerror=alert(1)>" : longWord(80),
    ebook: kind === "markup" ? `'><img src=x onerror=alert(1)>&lt;.epub` : `${longWord(200)}.epub`,
    audiobook: kind === "markup" ? `'<script>alert(1)<!--.m4b` : `${longWord(200)}.m4b`,
    chapters: kind === "markup" ? HOSTILE.slice(0, 6) : [longWord(200)],
    /** The metadata in the files. */
    found: kind === "markup" ? "<svg/onload=alert(2)> & 'more'" : longWord(250),
    need: kind === "markup" ? SHORT_TEXT : longWord(80),
    wine: kind === "markup" ? SHORT_TEXT : longWord(120),
    /** Titles of two books on the ballot. */
    nominated: [`1 ${line(290)}`, `2 ${line(290)}`],
    /** For a note, its quote, a reply, a review and a reason: up to 500 characters. */
    words: kind === "markup" ? HOSTILE.join(" ") : longWord(500),
  };
}

/** Fills every field people can write, through the API. */
export async function fillClub(club: RunningClub, kind: Kind): Promise<Book> {
  const fields = hostileFields(kind);
  const admin = await caller(club, "ada", ADMIN_PASSWORD);
  await admin("PATCH", "/api/content", {
    welcomeMessage: fields.message,
    presidentMessage: fields.message,
    meetingDate: "2030-07-18",
    meetingTime: "19:00",
    meetingLocation: fields.location,
  });
  const { title, author, synopsis, narrator: audiobookNarrator, duration: audiobookDuration } = fields;
  const texts = { title, author, synopsis, audiobookNarrator, audiobookDuration };
  const currentBook = await admin<Book | null>("GET", "/api/books/current");
  const book = currentBook
    ? await admin<Book>("PATCH", `/api/books/${currentBook.id}`, texts)
    : await admin<Book>("POST", "/api/books", { ...texts, month: "2026-01", isbn: "", coverImage: null });
  await upload(
    admin,
    "ebook",
    book.id,
    fields.ebook,
    epub({ title: escaped(fields.found), author: escaped(fields.found) }),
  );
  const audiobook = m4b({
    title: fields.found,
    author: fields.found,
    narrator: fields.found,
    seconds: 60,
    chapters: fields.chapters.map((chapter, index) => ({ title: chapter, start: index * 5 })),
    cover: await png(),
  });
  await upload(admin, "audiobook", book.id, fields.audiobook, audiobook);
  const members = await fillMembers(club, kind, book.id);
  await fillMeeting(kind, admin, members, book.id);
  await fillVote(kind, admin, members);
  return admin<Book>("GET", `/api/books/${book.id}`);
}

/** The meeting, the talk, the shelf and the wines: the first member reads texts of the second. */
async function fillMeeting(kind: Kind, admin: Caller, [first, second]: Pair, bookId: number): Promise<void> {
  const { need, wine, words, message } = hostileFields(kind);
  const { id } = await admin<Meeting>("GET", "/api/meetings/current");
  await admin("PATCH", `/api/months/${clubMonth()}`, { message });
  const { id: needId } = await admin<{ id: number }>("POST", `/api/meetings/${id}/needs`, { what: need, quantity: 9 });
  await second("PUT", `/api/meetings/${id}/answer`, { answer: "yes", guests: 2 });
  await second("PUT", `/api/needs/${needId}/claim`, { quantity: 2 });
  const note = { text: words, quote: words, fraction: 0 };
  const { id: noteId } = await second<{ id: number }>("POST", `/api/books/${bookId}/notes`, note);
  await second("POST", `/api/notes/${noteId}/replies`, { text: words });
  await admin("POST", `/api/books/${bookId}/notes`, { ...note, kind: "question" });
  for (const member of [second, first])
    await member("PUT", `/api/books/${bookId}/review`, { stars: 4, text: words, finished: "yes" });
  await second("POST", "/api/wines", { name: wine, kind: "red", note: words, bookId });
  await first("POST", "/api/bookmarks", { bookId, fraction: 0, quote: words, note: words });
}

/** A poll about two books; it closes the previous one. */
async function fillVote(kind: Kind, admin: Caller, [, second]: Pair): Promise<void> {
  const { nominated, words } = hostileFields(kind);
  const currentPoll = await admin<Poll | null>("GET", "/api/polls/current");
  if (currentPoll) await admin("POST", `/api/polls/${currentPoll.id}/close`);
  const nominationIds: number[] = [];
  for (const title of nominated) {
    const book = { title, author: title, reason: words, synopsis: words };
    nominationIds.push((await second<{ id: number }>("POST", "/api/nominations", book)).id);
  }
  const [closesAt, month] = ["2035-01-01T00:00:00Z", "2035-01"];
  await admin("POST", "/api/polls", { month, closesAt, nominationIds });
}

async function fillMembers(club: RunningClub, kind: Kind, bookId: number): Promise<Pair> {
  const { names, posts, note, device } = hostileFields(kind);
  const code = await club.invite(names.length);
  const members: Caller[] = [];
  for (const [index, name] of names.entries()) {
    const email =
      kind === "markup"
        ? `a'{{7*7}}&#x27|$${index}@example.org`
        : `${"w".repeat(60)}${index}@${"w".repeat(60)}.${"w".repeat(60)}.org`;
    await visitorOf(club).admitted("/api/auth/register", {
      username: name,
      displayName: name,
      email,
      password: HOSTILE_PASSWORD,
      invitationCode: code,
    });
    members.push(await caller(club, name, HOSTILE_PASSWORD));
  }
  for (const [index, content] of posts.entries())
    await members[index % members.length]?.("POST", "/api/posts", { content });
  const [firstMember, secondMember] = members;
  if (!firstMember || !secondMember) throw new Error("No members");
  await firstMember("POST", "/api/bookmarks", { bookId, currentTime: 7, note });
  for (const currentTime of [40, 12])
    await firstMember("POST", "/api/audiobook-progress", { bookId, currentTime, device, reason: "seek" });
  return [firstMember, secondMember];
}

type Caller = Awaited<ReturnType<typeof caller>>;
type Pair = readonly [Caller, Caller];

async function caller(club: RunningClub, username: string, password: string) {
  const client = await visitorOf(club).admitted("/api/auth/login", { username, password });
  return <T>(method: string, path: string, body?: unknown): Promise<T> => jsonOf(client.call(method, path, body));
}

/** The user agent becomes the device's name. */
const visitorOf = ({ url }: RunningClub) =>
  apiClient(url, "", { "user-agent": "<script>alert(1)</script> Firefox/1 (Linux)" });

async function upload(call: Caller, kind: string, bookId: number, filename: string, bytes: Uint8Array): Promise<void> {
  const form = new FormData();
  form.set("bookId", String(bookId));
  form.set(kind, new File([new Uint8Array(bytes)], filename));
  await call("POST", `/api/upload/${kind}`, form);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

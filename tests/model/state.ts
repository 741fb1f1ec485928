import { addDays, addHours } from "date-fns";

import { addCalendarMonths } from "#contract/zoned-time.ts";

/** A member's session; times in milliseconds since 1970. */
type Session = { cookie: string; createdAt: number; seenAt: number };
export type Person = { id: number; name: string; password: string; isAdmin: boolean; sessions: Session[] };
export type Invitation = {
  id: number;
  code: string;
  uses: number;
  used: number;
  isAdmin: boolean;
  madeBy: Person | null;
  expiresAt: number;
  isRevoked: boolean;
};
export type Book = { id: number; title: string; author: string; month: string; synopsis: string };
export type Answer = { by: Person; answer: "yes" | "maybe" | "no"; guests: number; at: number };
/** A date of a meeting's question, and who can come. */
export type AskedDate = { id: number; date: string; time: string; people: Set<Person> };
export type Meeting = {
  id: number;
  date: string;
  time: string;
  location: string;
  bookId: number | null;
  isCancelled: boolean;
  /** When a change, rather than the clock, ended it. */
  setPastAt: number | null;
  createdAt: number;
  sequence: number;
  answers: Answer[];
  host: Person | null;
  dates: AskedDate[];
  /** Includes members who answered "none of them". */
  datesAnswered: Set<Person>;
};
export type Need = { id: number; meeting: Meeting; what: string; quantity: number };
/** `order` counts posts as they are created. The id of a claim is unknown until the board has shown it. */
export type Post = {
  id: number | null;
  order: number;
  by: Person;
  content: string;
  isEdited: boolean;
  meeting: Meeting | null;
  claim: { need: Need; quantity: number } | null;
  /** The reset that removed it from the board. */
  clearedBy: Reset | null;
};
export type Reset = { at: number; posts: Post[] };
export type Nomination = {
  id: number;
  title: string;
  author: string;
  reason: string;
  by: Person | null;
  isChosen: boolean;
  isRemoved: boolean;
};
export type Poll = {
  id: number;
  month: string;
  closesAt: number;
  options: Nomination[];
  ballots: Map<Person, Nomination[]>;
  /** The count at the end. */
  closed: { at: number; votes: Map<Nomination, number>; voted: number; members: number } | null;
  isAdopted: boolean;
};
export type Review = { book: Book; by: Person | null; stars: number | null; text: string; finished: string | null };
export type Reply = { id: number; by: Person | null; text: string };
export type Note = {
  id: number;
  book: Book;
  by: Person | null;
  fraction: number;
  text: string;
  kind: string;
  hearts: Set<Person>;
  replies: Reply[];
};
export type Wine = { id: number; name: string; by: Person | null; likes: Set<Person>; oldLikes: number };
export type Bookmark = { id: number; book: Book; by: Person; position: number; note: string };
/** A position in text or audio; `counted` is the furthest that counts, `jumpedAt` a jump that doesn't count yet. */
export type Position = {
  by: Person;
  book: Book;
  position: number;
  revision: number;
  device: string | null;
  jumpedAt: number | null;
  savedAt: number;
  counted: number;
};
/** A paper reader's page; `settled` after a minute. */
type PaperEntry = { by: Person; book: Book; fraction: number; at: number; settled: number };

/** The club's state; responses may contain nothing else. */
export type State = ReturnType<typeof createState>;

export function createState(now: number) {
  return {
    now,
    people: [] as Person[],
    gone: new Set<Person>(),
    invitations: [] as Invitation[],
    books: [] as Book[],
    welcome: "",
    messages: new Map<string, string>(),
    meetings: [] as Meeting[],
    /** Ids of deleted things; calls about them return 404. */
    deleted: { meetings: [] as number[], needs: [] as number[], posts: [] as number[], notes: [] as number[] },
    needs: [] as Need[],
    posts: [] as Post[],
    resets: [] as Reset[],
    written: 0,
    nominations: [] as Nomination[],
    polls: [] as Poll[],
    reviews: [] as Review[],
    notes: [] as Note[],
    openTalks: new Set<Book>(),
    wines: [] as Wine[],
    bookmarks: [] as Bookmark[],
    reading: [] as Position[],
    listening: [] as Position[],
    said: [] as PaperEntry[],
  };
}

export const VISITOR: Person = { id: 0, name: "", password: "", isAdmin: false, sessions: [] };

/** Picks an element by a random number; null if the list is empty. */
export function pick<Thing>(things: readonly Thing[], number: number): Thing | null {
  return things[number % Math.max(1, things.length)] ?? null;
}

/** Removes matching elements from a list. */
export function drop<Thing>(things: Thing[], isGone: (thing: Thing) => boolean): void {
  things.splice(0, things.length, ...things.filter((thing) => !isGone(thing)));
}

export const listMembers = ({ people, gone }: State): Person[] => people.filter((person) => !gone.has(person));
const day = (now: number): string => new Date(now).toISOString().slice(0, 10);
export const monthOf = ({ now }: Pick<State, "now">): string => day(now).slice(0, 7);
export const shiftMonth = (state: Pick<State, "now">, months: number): string =>
  addCalendarMonths(monthOf(state), months);
/** The club's zone is UTC. */
export const dayFrom = ({ now }: State, days: number): string => day(addDays(new Date(now), days).getTime());

const DAY_MS = 86_400_000;
/** A person's valid sessions: used within 30 days, at most 180 days old (DESIGN 3). */
export function liveSessions({ now }: Pick<State, "now">, { sessions }: Person): Session[] {
  return sessions.filter(({ createdAt, seenAt }) => seenAt > now - 30 * DAY_MS && createdAt > now - 180 * DAY_MS);
}

export const byMonth = (a: Book, b: Book): number => b.month.localeCompare(a.month) || b.id - a.id;

/** The latest book up to this month, otherwise the nearest future one (DESIGN 3). */
export function currentBook(state: State): Book | null {
  const now = monthOf(state);
  const books = state.books.toSorted(byMonth);
  const nearestMonth = books.at(-1)?.month;
  return books.find(({ month }) => month <= now) ?? books.find(({ month }) => month === nearestMonth) ?? null;
}

/** The shelf has no books of future months. */
export const isShelved = (state: State, book: Book): boolean =>
  book.month <= monthOf(state) || currentBook(state) === book;

/** Members can't see other books (BEYOND 9). */
export const seesBook = (state: State, user: Person, book: Book): boolean => user.isAdmin || isShelved(state, book);

/** The meeting's own book, otherwise its month's. */
export function bookOf({ books }: State, meeting: Meeting): Book | null {
  if (meeting.bookId !== null) return books.find(({ id }) => id === meeting.bookId) ?? null;
  const monthBooks = books.filter(({ month }) => month === meeting.date.slice(0, 7));
  return monthBooks.toSorted(byMonth)[0] ?? null;
}

export function isOver({ now }: State, meeting: Pick<Meeting, "date" | "time">): boolean {
  return endOf(meeting) <= now;
}

/** An admin may correct a meeting for a week after its end, or after a change ended it (BEYOND 9). */
export function isLongOver({ now }: State, meeting: Meeting): boolean {
  return now >= addDays(Math.max(endOf(meeting), meeting.setPastAt ?? 0), 7).getTime();
}

function endOf({ date, time }: Pick<Meeting, "date" | "time">): number {
  if (!date) return Infinity;
  return (time ? addHours(`${date}T${time}:00Z`, 2) : addDays(`${date}T00:00:00Z`, 1)).getTime();
}

/** A sort key by which undated meetings are last. */
const moment = ({ date, time }: Meeting): string => (date ? `${date}T${time}` : "9999-99-99");
export const earliestFirst = (a: Meeting, b: Meeting): number => moment(a).localeCompare(moment(b)) || a.id - b.id;

/** The next meeting that isn't over, undated last; otherwise the latest (BEYOND 1). */
export function currentMeeting(state: State): Meeting | null {
  const sortedMeetings = state.meetings.toSorted(earliestFirst);
  const newestId = Math.max(...sortedMeetings.map(({ id }) => id));
  // a canceled meeting without a date is current until another is planned
  const counts = ({ date, isCancelled, id }: Meeting) => date !== "" || !isCancelled || id === newestId;
  const undated = sortedMeetings.filter(({ date }) => date === "");
  const datedMeetings = sortedMeetings.filter(({ date }) => date !== "");
  const nextMeeting = datedMeetings.find((meeting) => !isOver(state, meeting));
  const waiting = undated.toSorted((a, b) => Number(a.isCancelled) - Number(b.isCancelled) || a.id - b.id);
  return nextMeeting ?? waiting.find(counts) ?? datedMeetings.toSorted(latestDay).at(-1) ?? undated.at(-1) ?? null;
}

/** A date without a time ends with the day. */
const latestDay = (a: Meeting, b: Meeting): number =>
  a.date.localeCompare(b.date) || (a.time || "99").localeCompare(b.time || "99") || a.id - b.id;

/** The latest meeting about a book that wasn't canceled, past or future. */
function lastMeetingOf(state: State, book: Book): Meeting | null {
  const bookMeetings = state.meetings.filter((meeting) => !meeting.isCancelled && bookOf(state, meeting) === book);
  return bookMeetings.toSorted(earliestFirst).at(-1) ?? null;
}

export const isBookOver = (state: State, book: Book): boolean => {
  const meeting = lastMeetingOf(state, book);
  return meeting !== null && isOver(state, meeting);
};

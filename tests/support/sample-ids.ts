import type { Meeting } from "#contract/meetings.ts";
import type { Poll } from "#contract/polls.ts";
import { answerAddress, datesAddress } from "#server/mail/answer-links.ts";

import type { World } from "./access-world.ts";
import type { Person } from "./club.ts";
import { jsonOf } from "./json.ts";
import { addPasskey, createPasskey } from "./soft-passkey.ts";
import { readUpload, startUpload } from "./tus.ts";

export const CSV = "title,author,month\nPersuasion,Jane Austen,2019-01\n";
export const BALLOT = { closesAt: "2027-01-20T20:00:00Z", month: "2027-02" };
export const DATES = [
  { date: "2026-12-17", time: "19:00" },
  { date: "2026-12-18", time: "19:30" },
];
const MEETING = { date: "2026-12-16", time: "19:00", location: "The cellar" };

type Sample = (world: World, who: Person) => string | number | Promise<string | number>;

/** Creates something by POST and returns its id. */
export const madeBy = async (who: Person, path: string, body: object): Promise<number> =>
  (await jsonOf(who.call("POST", path, body))).id;

export const newMeeting = ({ admin }: World): Promise<number> => madeBy(admin, "/api/meetings", MEETING);
export const newPost = (who: Person): Promise<number> => madeBy(who, "/api/posts", { content: "Rioja" });
export const newWine = (who: Person): Promise<number> => madeBy(who, "/api/wines", { name: "Rioja", kind: "red" });
export const newBookmark = ({ bookId }: Pick<World, "bookId">, who: Person): Promise<number> =>
  madeBy(who, "/api/bookmarks", { bookId, currentTime: 5 });
export const newNote = ({ bookId }: Pick<World, "bookId">, who: Person): Promise<number> =>
  madeBy(who, `/api/books/${bookId}/notes`, { text: "Dinner begins", fraction: 0 });
export const newNomination = (world: World, who: Person): Promise<number> =>
  madeBy(who, "/api/nominations", nominee(world));

export const nominee = ({ club }: World) => ({
  title: `Nominee ${club.deps.stores.nominations.list({ viewerId: 0, shownUntil: "9999-12" }).length + 1}`,
  author: "Jane Austen",
});

/** A new meeting that asks for its date. */
export async function askedMeeting(world: World): Promise<Meeting> {
  const path = `/api/meetings/${await newMeeting(world)}/dates`;
  return jsonOf(world.admin.call("PUT", path, { dates: DATES }));
}

const tokenIn = (address: string) => new URL(address).searchParams.get("token") ?? "";

/** The token with which the other member answers a new meeting. */
export async function answerToken(world: World): Promise<string> {
  return tokenIn(answerAddress(world.club.deps, world.other.user.id, await newMeeting(world)));
}

/** The token with which the other member answers a question for a date. */
export async function datesToken(world: World): Promise<string> {
  return tokenIn(datesAddress(world.club.deps, world.other.user.id, (await askedMeeting(world)).id));
}

/** Opens a vote unless one is open. */
export async function openPoll(world: World): Promise<Poll> {
  const { admin, other } = world;
  const current = await (await admin.call("GET", "/api/polls/current")).json();
  if (current?.state === "open") return current;
  const nominationIds = [await newNomination(world, other), await newNomination(world, admin)];
  return (await admin.call("POST", "/api/polls", { ...BALLOT, nominationIds })).json();
}

/** @returns the id of page 143 in their history, or one that nobody has */
export async function earlierPage(bookId: number, who: Person): Promise<number> {
  const path = `/api/books/${bookId}/paper`;
  for (const page of [143, 200]) await who.call("PUT", path, { pages: 320, page });
  const answer = await who.call("GET", `${path}/history`);
  // a coming book has no history for members
  return answer.ok ? (await answer.json())[0].id : 1;
}

async function newAnchor({ bookId, files }: World, who: Person): Promise<number> {
  await files();
  const made = await who.call("POST", `/api/books/${bookId}/anchors`, { seconds: 1, fraction: 0.5 });
  // nor does it have anchors
  return made.status === 201 ? (await made.json()).id : 1;
}

async function imported({ club, admin }: World): Promise<number> {
  const headers = { "content-type": "text/csv", cookie: admin.cookie };
  const request = new Request("http://localhost/api/shelf/import", { method: "POST", headers, body: CSV });
  return (await (await club.handler.fetch(request)).json()).id;
}

const idOf = (path: string) => path.split("/").at(-1) ?? "";

/** What a parameter stands for, by the words before it: something new that the caller may change. */
export const SAMPLE_IDS: Readonly<Record<string, Sample>> = {
  anchors: newAnchor,
  bookmarks: newBookmark,
  books: ({ bookId }) => bookId,
  "download/audiobook": ({ bookId }) => bookId,
  "download/ebook": ({ bookId }) => bookId,
  feeds: () => "podcast",
  import: imported,
  invitations: ({ invitation }) => invitation(),
  isbn: ({ isbn }) => isbn,
  meetings: newMeeting,
  months: () => "2027-01",
  needs: async (world) =>
    madeBy(world.admin, `/api/meetings/${await newMeeting(world)}/needs`, { what: "Ice", quantity: 2 }),
  nominations: newNomination,
  notes: newNote,
  outbox: ({ failedMail }) => failedMail(),
  passkeys: async (_world, who) => (await addPasskey(who, createPasskey())).id,
  polls: async (world) => (await openPoll(world)).id,
  posts: (_world, who) => newPost(who),
  preview: () => "monthly",
  replies: async (world, who) => madeBy(who, `/api/notes/${await newNote(world, who)}/replies`, { text: "It does" }),
  sessions: ({ session }, who) => session(who),
  shelf: ({ bookId }) => bookId,
  text: () => "OEBPS/one.xhtml",
  upload: () => "ebook",
  uploads: async (world) => idOf(await startUpload(world)),
  "uploads/finished": async (world) => idOf(await readUpload(world)),
  users: ({ other }) => other.user.id,
  wines: (_world, who) => newWine(who),
};

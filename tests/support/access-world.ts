import { expect } from "bun:test";

import { SUBJECT_IS_PERSON } from "#contract/audit.ts";
import type { SessionRow } from "#contract/profile.ts";
import { OPERATOR } from "#server/access/caller.ts";
import { issueOneTimeToken } from "#server/access/one-time-tokens.ts";
import { startSession } from "#server/access/sessions.ts";
import type { Sandbox } from "#server/adapters/sandbox.ts";
import { createUnsubscribeToken } from "#server/mail/unsubscribe.ts";
import { createInvitation } from "#server/members/invitations.ts";

import type { Person, SavedClub } from "./club.ts";
import { epub } from "./epub.ts";
import { multipart, MULTIPART_TYPE, sendForm } from "./forms.ts";
import { png } from "./images.ts";
import { inspectOnce } from "./inspect-here.ts";
import { openLibraryBook, openLibraryFinds, startIsbnServices } from "./isbn-services.ts";
import { jsonOf } from "./json.ts";
import { m4b } from "./m4b.ts";
import { createMailClub } from "./mail-club.ts";

const BOOK_ID = 8008;
const ISBN = "9780141439587";

export type Form = { type: string; bytes: Uint8Array<ArrayBuffer>; headers?: Record<string, string> };

export function asJson(body: object): Form {
  return { type: "application/json", bytes: Buffer.from(JSON.stringify(body)) };
}

type Options = { own?: Sandbox; saved?: SavedClub | undefined };

/**
 * A club with data for every call: an admin, a member, another member whose data is private, a book with files, mail
 * and an ISBN service.
 */
export async function createWorld({ own = inspectOnce, saved }: Options = {}) {
  const image = await png();
  const isbn = startIsbnServices({
    "/api/books": openLibraryBook(ISBN),
    "/search.json": openLibraryFinds({ title: "Emma" }),
    "/cover": () => new Response(new Uint8Array(image)),
  });
  const club = await createMailClub({
    members: 0,
    environment: { ...isbn.environment, PUBLIC_URL: "http://localhost" },
    own: { sandbox: own },
    saved,
  });
  const { stores } = club.deps;
  const now = club.deps.clock.now().toISOString();
  const admin = club.chief;
  const [member, other] = [club.member("mia"), club.member("otto")];
  if (!saved) {
    // a unique number, by which calls that contain the book's id are found
    club.db.run(`INSERT INTO sqlite_sequence (name, seq) VALUES ('books', ${BOOK_ID - 1})`);
    stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-12" }, now);
    stores.posts.insert({ userId: other.user.id, content: "A ripe Brie", createdAt: now, meetingId: null });
  }
  const token = createUnsubscribeToken(club.deps, other.user.id);
  let newcomers = 0;

  const form = async (kind: "ebook" | "audiobook" | "cover" | "photo"): Promise<Form> => {
    const data = { ebook: () => epub(), audiobook: () => m4b({ seconds: 1 }), cover: png, photo: png }[kind]();
    const filename = { ebook: "a.epub", audiobook: "a.m4b", cover: "a.png", photo: "a.png" }[kind];
    const fields = [
      { name: "bookId", data: String(BOOK_ID) },
      { name: kind, filename, data: await data },
    ];
    return { type: MULTIPART_TYPE, bytes: multipart(kind === "photo" ? fields.slice(1) : fields) };
  };
  const uploadFor = async (person: Person, path: string, kind: Parameters<typeof form>[0]) => {
    return jsonOf(sendForm(club, person, path, (await form(kind)).bytes));
  };

  return {
    club,
    admin,
    member,
    other,
    bookId: BOOK_ID,
    isbn: ISBN,
    form,
    token,
    registration: () => {
      const name = `newcomer${(newcomers += 1)}`;
      return club.registration({ username: name, email: `${name}@example.org` });
    },
    files: async () => {
      await uploadFor(admin, "/api/upload/ebook", "ebook");
      await uploadFor(admin, "/api/upload/audiobook", "audiobook");
    },
    session: async (person: Person): Promise<number> => {
      startSession(club.deps, person.user.id, "Another browser");
      const sessions: SessionRow[] = await jsonOf(person.call("GET", "/api/profile/sessions"));
      return sessions.find(({ current }) => !current)?.id ?? 0;
    },
    resetToken: (): string => issueOneTimeToken(club.deps, "reset", { userId: other.user.id }).secret,
    code: async (): Promise<string> => {
      const otherMember = club.member(`somebody${(newcomers += 1)}`);
      return (await jsonOf(otherMember.call("POST", "/api/auth/device"))).code;
    },
    invitation: () => createInvitation(club.deps, OPERATOR, {}).id,
    photo: async (): Promise<string> => (await uploadFor(other, "/api/profile/photo", "photo")).photoURL,
    cover: () => club.cover(),
    /** An image of the lookup service; each `name` gives it another URL. */
    foreignCover: (name: string) => `${isbn.url}/cover/${name}.jpg`,
    failedMail: () => {
      stores.outbox.queue({ kind: "monthly", dedupeKey: "2026-12", period: "2026-12", now });
      for (let mail = stores.outbox.claimNext(now); mail; mail = stores.outbox.claimNext(now))
        stores.outbox.markResult(mail.id, "failed", "No such mailbox.", now);
      return stores.outbox.list("2026-12", {})[0]?.id ?? 0;
    },
    /** Counts of rows ever written and outside calls made; equal if nothing happened. */
    traces: () => ({
      written: club.db.query<{ n: number }, []>("SELECT total_changes() AS n").get()?.n,
      asked: isbn.asked.length,
      mailed: club.ses.attempts(),
    }),
    close: async () => {
      await club.settled();
      await isbn.stop();
      club.close();
    },
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** A test's body with its own world, in which no audit event names a member unless its type allows it. */
export const inWorld = (work: (world: World) => Promise<void>) => async (): Promise<void> => {
  const world = await createWorld();
  try {
    await work(world);
    expect(actsNamingMembers(world)).toEqual([]);
  } finally {
    await world.close();
  }
};

/** Audit events that name a member against their type, so that an export would contain the name. */
export function actsNamingMembers({ club, ...people }: World) {
  const names = [people.admin, people.member, people.other].map(({ user }) => user.displayName);
  const namesPerson = (kind: string) =>
    Object.entries(SUBJECT_IS_PERSON).some(([one, isPerson]) => one === kind && isPerson);
  return club.deps.stores.audit.list().filter(({ kind, subject }) => names.includes(subject) && !namesPerson(kind));
}

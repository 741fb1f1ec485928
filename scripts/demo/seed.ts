import { join } from "node:path";

import { addMonths, subDays, subHours, subMonths } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import type { FoundMetadata } from "#contract/book-files.ts";
import type { Book } from "#contract/books.ts";
import type { CreatedInvitation } from "#contract/invitations.ts";
import type { Post } from "#contract/posts.ts";
import type { User } from "#contract/users.ts";
import { addCalendarMonths } from "#contract/zoned-time.ts";
import type { BookFileKind } from "#db/books.ts";
import { requireRow } from "#db/errors.ts";
import { type Actor, OPERATOR } from "#server/access/caller.ts";
import { correctMatch } from "#server/alignment/match.ts";
import { readListening } from "#server/alignment/preserved-progress.ts";
import { createPost } from "#server/board/posts.ts";
import { attachFile } from "#server/books/book-files.ts";
import { createBook, updateBook } from "#server/books/books.ts";
import { loadContents } from "#server/books/text/contents.ts";
import { requireBook } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { updateContent } from "#server/meetings/content.ts";
import { createAdmin, registerMember } from "#server/members/accounts.ts";
import { createInvitation } from "#server/members/invitations.ts";

import books from "../../demo/books.json" with { type: "json" };
import posted from "../../demo/posts.json" with { type: "json" };
import { buildEpub, DEMO_DIR } from "./build-epub.ts";
import { depsAt, depsThisMonthAt } from "./club-at.ts";
import { demoContent } from "./content.ts";
import { seedComingMeeting, seedPastMeeting } from "./meetings.ts";
import { DEMO_ADMIN, DEMO_MEMBERS, DEMO_PASSWORD, type DemoPerson } from "./people.ts";
import { seedSaves } from "./progress.ts";
import { seedShelf } from "./shelf.ts";
import { seedTalk } from "./talk.ts";

export type DemoClub = {
  admin: User;
  members: User[];
  book: Book;
  posts: Post[];
  invitation: CreatedInvitation;
};

/** Fills an empty club through the server's services, relative to `now`. */
export async function seedDemoClub(deps: Deps, { now }: { now: Date }): Promise<DemoClub> {
  await deps.disk.prepare();
  const admin = await seedPerson(deps, now, DEMO_ADMIN, (pastDeps, account) => createAdmin(pastDeps, account));
  const adminActor = { user: admin, token: null };
  const members: User[] = [];
  const pastEvents = [
    ...DEMO_MEMBERS.map((member) => ({
      day: joinedAt(now, member),
      run: async () => void members.push(await seedPerson(deps, now, member, joinByInvitation)),
    })),
    ...books.shelf.map((shelfBook) => ({
      day: shelvedAt(now, shelfBook),
      run: () => seedShelfBook(deps, now, shelfBook, adminActor),
    })),
  ];
  // activity is listed in this order
  for (const { run } of pastEvents.toSorted((a, b) => a.day.getTime() - b.day.getTime())) await run();
  const find = (username: string) => findPerson([admin, ...members], username);

  const findActor = (username: string): Actor => ({ user: find(username), token: null });

  const lastBook = deps.stores.books.findOfMonth(monthAhead(deps, now, -1));
  if (lastBook) await seedPastMeeting(deps, now, lastBook.id, adminActor, findActor);
  const book = await seedBook(deps, now, adminActor);
  updateContent(depsThisMonthAt(deps, now, subDays(now, 6)), adminActor, demoContent(now, deps.config.clubTimeZone));
  const posts = [];
  for (const { username, hoursAgo, content } of posted)
    posts.push(requireRow(await createPost(depsAt(deps, subHours(now, hoursAgo)), findActor(username), { content })));
  await seedTalk(deps, now, book, findActor);
  seedComingMeeting(depsAt(deps, subHours(now, 3)), adminActor, findActor);
  await seedShelf(depsAt(deps, now), now, monthAhead(deps, now, 0), [admin, ...members]);
  await seedSaves(deps, now, book, findActor);
  return { admin, members, book, posts, invitation: createInvitation(depsAt(deps, now), adminActor, { uses: 5 }) };
}

function findPerson(people: readonly User[], username: string): User {
  const user = people.find((person) => person.username === username);
  if (!user) throw new Error(`Nobody in the demo club is called ${username}`);
  return user;
}

type Account = { username: string; displayName: string; email: string; password: string };

const joinedAt = (now: Date, { joinedMonthsAgo }: DemoPerson): Date => subMonths(now, joinedMonthsAgo);

async function seedPerson(
  deps: Deps,
  now: Date,
  person: DemoPerson,
  makeAccount: (pastDeps: Deps, account: Account) => Promise<User>,
): Promise<User> {
  const { photo, username, displayName, email } = person;
  const account = { username, displayName, email, password: DEMO_PASSWORD };
  const user = await makeAccount(depsAt(deps, joinedAt(now, person)), account);
  if (photo === null) return user;
  const photoURL = await deps.images.store(join(DEMO_DIR, "photos", photo), "avatars");
  deps.stores.users.updatePhoto(user.id, photoURL);
  return { ...user, photoURL };
}

async function joinByInvitation(pastDeps: Deps, account: Account): Promise<User> {
  const { code } = createInvitation(pastDeps, OPERATOR, {});
  const startSession = (user: User) => ({ user, token: "", deviceToken: "" });
  const caller = { address: "127.0.0.1", deviceToken: null, startSession };
  return (await registerMember(pastDeps, caller, { ...account, invitationCode: code })).user;
}

type ShelfBook = (typeof books.shelf)[number];

const shelvedAt = (now: Date, { monthsAhead }: ShelfBook): Date => addMonths(now, Math.min(monthsAhead - 1, -1));

function monthAhead(deps: Deps, now: Date, monthsAhead: number): string {
  return addCalendarMonths(formatInTimeZone(now, deps.config.clubTimeZone, "yyyy-MM"), monthsAhead);
}

async function seedShelfBook(deps: Deps, now: Date, shelfBook: ShelfBook, actor: Actor): Promise<void> {
  const { cover, monthsAhead, ...book } = shelfBook;
  const coverImage = await deps.images.store(join(DEMO_DIR, cover), "covers");
  const month = monthAhead(deps, now, monthsAhead);
  await createBook(depsAt(deps, shelvedAt(now, shelfBook)), actor, { ...book, month, coverImage });
}

async function seedBook(deps: Deps, now: Date, actor: Actor): Promise<Book> {
  const pastDeps = depsAt(deps, subDays(now, 25));
  const coverImage = await deps.images.store(join(DEMO_DIR, "cover.jpg"), "covers");
  const { id } = await createBook(pastDeps, actor, { ...books.story, month: monthAhead(deps, now, 0), coverImage });
  const attach = async (kind: BookFileKind, filename: string, content: Blob): Promise<FoundMetadata> => {
    const receivedFile = await deps.disk.receive(content.stream(), { maxBytes: content.size });
    return attachFile(pastDeps, { bookId: id, kind, filename, received: receivedFile, actor, readListening });
  };
  const name = books.story.title.replaceAll(" ", "_");
  await attach("ebook", `${name}.epub`, new Blob([await buildEpub()]));
  const foundMetadata = await attach("audiobook", `${name}.m4b`, Bun.file(join(DEMO_DIR, "audiobook.m4b")));
  await matchChapters(pastDeps, requireBook(pastDeps, actor.user, id), actor);
  return updateBook(pastDeps, actor, id, {
    audiobookNarrator: foundMetadata.narrator,
    audiobookDuration: foundMetadata.duration,
    readListening,
  });
}

/** The audio stops after two chapters, so lengths say nothing about which belong together. */
async function matchChapters(deps: Deps, book: Book, actor: Actor): Promise<void> {
  const { toc } = await loadContents(deps, book);
  const afterOpening = toc.slice(0, 3).map(({ section }, index) => ({ chapter: index + 1, section: section ?? 0 }));
  await correctMatch(deps, actor, book.id, { pairs: afterOpening });
}

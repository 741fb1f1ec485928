import { join } from "node:path";

import { addMonths, subDays, subHours, subMonths } from "date-fns";
import { formatInTimeZone } from "date-fns-tz";

import type { Book } from "#contract/books.ts";
import type { CreatedInvitation } from "#contract/invitations.ts";
import type { Post } from "#contract/posts.ts";
import type { User } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";
import { createAdmin, register } from "#server/services/accounts.ts";
import { changeContent } from "#server/services/content.ts";
import { createInvitation } from "#server/services/invitations.ts";
import { saveProgress } from "#server/services/progress.ts";

import { SHELF_BOOKS, STORY_SYNOPSIS } from "./books.ts";
import { buildEpub } from "./build-epub.ts";
import { demoContent } from "./content.ts";
import { createShelf } from "./files.ts";
import { DEMO_ADMIN, DEMO_MEMBERS, DEMO_PASSWORD, type DemoPerson } from "./people.ts";
import { DEMO_POSTS } from "./posts.ts";
import { DEMO_DIR, readStory } from "./story.ts";

/** What a caller needs to go on with the demo club; everybody's password is `DEMO_PASSWORD`. */
export type DemoClub = {
  admin: User;
  members: User[];
  /** The book of the demo's month, with its eBook and its audiobook. */
  book: Book;
  posts: Post[];
  /** An open invitation for those who want to try registration. */
  invitation: CreatedInvitation;
};

/** A member who has begun to listen, and how far they came, in seconds. */
const LISTENER = { username: "teo", seconds: 164 };

/**
 * Fills an empty club with people, books, messages, a meeting and posts, by the server's own services.
 * @param now the demo's day: months, the meeting and the posts' ages follow from it
 */
export async function seedDemoClub(deps: Deps, { now }: { now: Date }): Promise<DemoClub> {
  const people = await seedPeople(deps, now);
  const book = await seedBooks(deps, now);
  changeContent(deps, demoContent(now, deps.config.clubTimeZone));
  const posts = DEMO_POSTS.map(({ username, hoursAgo, content }) =>
    deps.stores.posts.insert(find(people, username).id, content, subHours(now, hoursAgo).toISOString()),
  );
  saveProgress(on(deps, subDays(now, 1)), find(people, LISTENER.username).id, {
    bookId: book.id,
    currentTime: LISTENER.seconds,
  });
  const invitation = createInvitation(on(deps, now), { uses: 5 });
  const [admin, ...members] = people;
  if (!admin) throw new Error("The demo club has nobody");
  return { admin, members, book, posts, invitation };
}

/** The same club on another day. */
const on = (deps: Deps, day: Date): Deps => ({ ...deps, clock: { now: () => day } });

function find(people: readonly User[], username: string): User {
  const user = people.find((person) => person.username === username);
  if (!user) throw new Error(`Nobody in the demo club is called ${username}`);
  return user;
}

async function seedPeople(deps: Deps, now: Date): Promise<User[]> {
  const shelf = await createShelf(deps);
  const join = async (person: DemoPerson, makeAccount: (then: Deps) => Promise<User>): Promise<User> => {
    const user = await makeAccount(on(deps, subMonths(now, person.joinedMonthsAgo)));
    if (person.photo === null) return user;
    const photoURL = await shelf.picture(`photos/${person.photo}`, "avatars");
    deps.stores.users.updatePhoto(user.id, photoURL);
    return { ...user, photoURL };
  };
  const account = ({ username, displayName, email }: DemoPerson) => ({
    username,
    displayName,
    email,
    password: DEMO_PASSWORD,
  });

  const people = [await join(DEMO_ADMIN, (then) => createAdmin(then, account(DEMO_ADMIN)))];
  for (const member of DEMO_MEMBERS) {
    const user = await join(member, (then) => {
      const { code } = createInvitation(then, {});
      const caller = { address: "127.0.0.1", deviceToken: null };
      return register(then, { ...account(member), invitationCode: code }, caller);
    });
    people.push(user);
  }
  return people;
}

async function seedBooks(deps: Deps, now: Date): Promise<Book> {
  const shelf = await createShelf(deps);
  const month = (ahead: number) => formatInTimeZone(addMonths(now, ahead), deps.config.clubTimeZone, "yyyy-MM");
  for (const { cover, monthsAhead, ...book } of SHELF_BOOKS) {
    const coverImage = await shelf.picture(cover, "covers");
    deps.stores.books.insert({ ...book, month: month(monthsAhead), coverImage }, now.toISOString());
  }

  const { facts } = await readStory();
  const { id } = deps.stores.books.insert(
    {
      title: facts.title,
      author: facts.author,
      synopsis: STORY_SYNOPSIS,
      month: month(0),
      audiobookNarrator: facts.narrator,
      audiobookDuration: "8 mins",
      coverImage: await shelf.picture("cover.jpg", "covers"),
    },
    now.toISOString(),
  );
  const name = facts.title.replaceAll(" ", "_");
  await shelf.attach(id, "ebook", `${name}.epub`, new Blob([await buildEpub()]));
  await shelf.attach(id, "audiobook", `${name}.m4b`, Bun.file(join(DEMO_DIR, "audiobook.m4b")));
  const book = deps.stores.books.find(id);
  if (!book) throw new Error("The demo's book cannot be read");
  return book;
}

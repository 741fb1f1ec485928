import { expect, test } from "bun:test";

import { RECORDS } from "#web/help/records.ts";

import { createDatabase } from "./support/database.ts";

/** Words of the privacy page, and the tables that they are about. */
const TOLD: [words: string, tables: string[]][] = Object.entries({
  "your bookmarks": ["bookmarks"],
  "The club's books, meetings and messages": [
    "books",
    "editions",
    "match_corrections",
    "imports",
    "import_books",
    "meetings",
    "month_messages",
    "content",
    "host_mails",
  ],
  "What admins did, by name": ["audit"],
  "Whether you can lend a book or look for one": ["book_copies"],
  "browsers you've used before": ["known_devices"],
  "Links and codes that sign in or set a password": ["one_time_secrets", "set_up"],
  "failed sign-ins by name and network address": ["attempts"],
  "books sent to your eReader": ["ereader_books"],
  "feed addresses, and when an app last asked for a feed": ["feeds"],
  "Your places in books": ["progress", "progress_jumps"],
  "Emails to you": ["outbox", "email_settings", "announcements"],
  "what you answer and bring to meetings": [
    "meeting_answers",
    "meeting_needs",
    "meeting_dates",
    "meeting_date_votes",
    "meeting_date_answers",
  ],
  "Your calendar and feed addresses": ["calendar_feeds"],
  "Your account": ["users"],
  "Where you're signed in": ["sessions"],
  "Who invited whom": ["invitations"],
  "Counts for limits, such as notes per day": ["usage"],
  "A marker (no content) for each item you deleted": ["deleted_sends"],
  "your passkeys (public keys only)": ["passkeys"],
  "What you post on the board": ["posts", "removed_posts", "board_resets"],
  "Browsers that get notifications": ["push_subscriptions", "push_keys", "push_sent"],
  "how far and how fast you've read": ["reading_progress", "reading_jumps"],
  [`where you said "I'm here"`]: ["reached_by_word", "anchors"],
  "the pages you've read in your paper copies": ["paper_places", "paper_points", "paper_jumps"],
  "Your stars and reviews": ["reviews", "ratings"],
  "Your notes about books, with replies and hearts": ["notes", "note_replies", "note_hearts", "open_talks"],
  "Books you recommend": ["nominations"],
  "Your vote for the next book": ["ballots", "polls", "poll_options", "poll_adoptions"],
  "wines you share and like": ["wines", "wine_likes"],
});
const rowsWith = (words: string) => RECORDS.filter(({ what }) => what.includes(words));

test("the privacy page tells of every table of the database, and no others", () => {
  const db = createDatabase();
  const tables = db
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);
  db.close();
  expect(TOLD.flatMap(([, named]) => named).toSorted()).toEqual(tables);
});

test("each table has its words in one row of the privacy page, and each row a table", () => {
  for (const [words] of TOLD) expect([words, rowsWith(words).length]).toEqual([words, 1]);
  expect(new Set(TOLD.flatMap(([words]) => rowsWith(words)))).toEqual(new Set(RECORDS));
});

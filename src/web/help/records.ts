/**
 * The records that the privacy page lists. `tests/privacy.test.ts` checks that it covers every table of the database.
 */
export const RECORDS: readonly { what: string; whoSees: string; howLong: string }[] = [
  {
    what: "Your account: username, name, email address, photo, password (only as a hash) and mail choices",
    whoSees: "Members see your name and photo; admins also your username and email address",
    howLong: "Until you or an admin delete it",
  },
  {
    what: "Where you're signed in, your passkeys (public keys only), and browsers you've used before",
    whoSees: "You",
    howLong:
      "Until you sign out or your password is reset; a session ends after 30 days without use, a known browser after 400",
  },
  {
    what: "Links and codes that sign in or set a password (only as hashes), and failed sign-ins by name and network address",
    whoSees: "Nobody",
    howLong: "Minutes to an hour; failed sign-ins for two hours",
  },
  {
    what: "Who invited whom",
    whoSees: "Admins",
    howLong: "As long as the club exists",
  },
  {
    what: "What you post on the board, what you answer and bring to meetings, and which you hosted",
    whoSees: "Members",
    howLong: "Until it's deleted, or your account is; a board that was reset can be restored for ten minutes",
  },
  {
    what: "Your places in books, how far and how fast you've read, the pages you've read in your paper copies, your bookmarks, and where you said \"I'm here\"",
    whoSees: "Only you. If several members agree, the correction applies to everyone, without names",
    howLong: "Until your account is deleted",
  },
  {
    what: "Your stars and reviews",
    whoSees: "Members who have finished the book, and all of them after its meeting",
    howLong: "Until you delete them; when you leave, they stay without your name",
  },
  {
    what: "Your notes about books, with replies and hearts",
    whoSees: "Members who have read that far, and all of them after its meeting; admins can delete them",
    howLong: "Until you delete them or your account; when you leave, you can let them stay without your name",
  },
  {
    what: "Books you recommend, and wines you share and like",
    whoSees: "Members",
    howLong: "Until you delete them; they stay without your name when you leave",
  },
  {
    what: "Whether you can lend a book or look for one",
    whoSees: "Members, until the meeting about it is over",
    howLong: "Until you take it back or delete your account",
  },
  {
    what: "Your vote for the next book",
    whoSees: "You; everyone else sees only the totals once the vote has closed",
    howLong: "Deleted with your account while the vote is open; counted once it's closed",
  },
  {
    what: "Your calendar and feed addresses, and when an app last asked for a feed",
    whoSees: "You, and the apps you give them to",
    howLong: "Until you replace or remove them, or your password is reset",
  },
  {
    what: "Browsers that get notifications",
    whoSees: "Nobody; your browser's push service delivers them encrypted",
    howLong: "Until you switch them off or sign out there",
  },
  {
    what: "Emails to you, and books sent to your eReader: which kind, when, and whether they arrived",
    whoSees: "Admins",
    howLong: "Until your account is deleted",
  },
  {
    what: "Counts for limits, such as notes per day",
    whoSees: "Nobody",
    howLong: "Until your account is deleted",
  },
  {
    what: "A marker (no content) for each item you deleted, so another device can't bring it back",
    whoSees: "Nobody",
    howLong: "Until your account is deleted",
  },
  {
    what: "What admins did, by name",
    whoSees: "Admins",
    howLong: "As long as the club exists, even after an account is deleted",
  },
  {
    what: "The club's books, meetings and messages",
    whoSees: "Members",
    howLong: "As long as the club exists",
  },
];

/**
 * The records that the privacy page lists. `tests/privacy.test.ts` checks that it covers every table of the database.
 */
export const RECORDS: readonly { data: string; visibleTo: string; storedFor: string }[] = [
  {
    data: "Your account: username, name, email address, photo, password (only as a hash) and mail choices",
    visibleTo: "Members see your name and photo; admins also your username and email address",
    storedFor: "Until you or an admin delete it",
  },
  {
    data: "Where you're signed in, your passkeys (public keys only), and browsers you've used before",
    visibleTo: "You",
    storedFor:
      "Until you sign out or your password is reset; a session ends after 30 days without use, a known browser after 400",
  },
  {
    data: "Links and codes that sign in or set a password (only as hashes), and failed sign-ins by name and network address",
    visibleTo: "Nobody",
    storedFor: "Minutes to an hour; failed sign-ins for two hours",
  },
  {
    data: "Who invited whom",
    visibleTo: "Admins",
    storedFor: "As long as the club exists",
  },
  {
    data: "What you post on the board, what you answer and bring to meetings, and which you hosted",
    visibleTo: "Members",
    storedFor: "Until it's deleted, or your account is; a board that was reset can be restored for ten minutes",
  },
  {
    data: "Your places in books, how far and how fast you've read, the pages you've read in your paper copies, your bookmarks, and where you said \"I'm here\"",
    visibleTo: "Only you. If several members agree, the correction applies to everyone, without names",
    storedFor: "Until your account is deleted",
  },
  {
    data: "Your stars and reviews",
    visibleTo: "Members who have finished the book, and all of them after its meeting",
    storedFor: "Until you delete them; when you leave, they stay without your name",
  },
  {
    data: "Your notes about books, with replies and hearts",
    visibleTo: "Members who have read that far, and all of them after its meeting; admins can delete them",
    storedFor: "Until you delete them or your account; when you leave, you can let them stay without your name",
  },
  {
    data: "Books you recommend, and wines you share and like",
    visibleTo: "Members",
    storedFor: "Until you delete them; they stay without your name when you leave",
  },
  {
    data: "Whether you can lend a book or look for one",
    visibleTo: "Members, until the meeting about it is over",
    storedFor: "Until you take it back or delete your account",
  },
  {
    data: "Your vote for the next book",
    visibleTo: "You; everyone else sees only the totals once the vote has closed",
    storedFor: "Deleted with your account while the vote is open; counted once it's closed",
  },
  {
    data: "Your calendar and feed addresses, and when an app last asked for a feed",
    visibleTo: "You, and the apps you give them to",
    storedFor: "Until you replace or remove them, or your password is reset",
  },
  {
    data: "Browsers that get notifications",
    visibleTo: "Nobody; your browser's push service delivers them encrypted",
    storedFor: "Until you switch them off or sign out there",
  },
  {
    data: "Emails to you, and books sent to your eReader: which kind, when, and whether they arrived",
    visibleTo: "Admins",
    storedFor: "Until your account is deleted",
  },
  {
    data: "Counts for limits, such as notes per day; times of your last changes",
    visibleTo: "Nobody",
    storedFor: "Until your account is deleted",
  },
  {
    data: "A marker (no content) for each item you deleted, so another device can't bring it back",
    visibleTo: "Nobody",
    storedFor: "Until your account is deleted",
  },
  {
    data: "What admins did, by name",
    visibleTo: "Admins",
    storedFor: "As long as the club exists, even after an account is deleted",
  },
  {
    data: "The club's books, meetings and messages",
    visibleTo: "Members",
    storedFor: "As long as the club exists",
  },
];

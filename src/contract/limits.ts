/** Numbers that the server enforces and the web app shows. SPEC 5 and 9, DESIGN 3. */

/** Shortest password at registration, in characters (SPEC 9). `PASSWORD_MIN_LENGTH` raises it. */
export const PASSWORD_MIN_LENGTH = 6;
/** Longest password that is hashed, in characters: past it an attacker buys CPU time. */
export const PASSWORD_MAX_LENGTH = 1024;
export const USERNAME_MAX_LENGTH = 64;
export const DISPLAY_NAME_MAX_LENGTH = 80;
export const EMAIL_MAX_LENGTH = 254;
/** Longest post on the board, in UTF-16 units, as `<input maxlength>` counts. */
export const POST_MAX_LENGTH = 500;
/** Longest welcome message or president's message, in UTF-16 units. */
export const MESSAGE_MAX_LENGTH = 10_000;
export const LOCATION_MAX_LENGTH = 300;
/** Guests that a member may bring to a meeting. */
export const GUESTS_MAX = 9;
/** Longest name of something the host needs, in code points. */
export const NEED_MAX_LENGTH = 80;
export const NEED_MAX_QUANTITY = 99;
/** Longest subject of an announcement, in code points. */
export const SUBJECT_MAX_LENGTH = 120;
export const ANNOUNCEMENT_MAX_LENGTH = 5000;
/** Fetches of a calendar in a minute. */
export const CALENDAR_FETCHES_A_MINUTE = 60;
/** The same of a podcast or OPDS feed; its files are not counted. */
export const FEED_FETCHES_A_MINUTE = 60;
/** Largest eBook that goes out by email: the mail service takes 10 MB after coding, which adds a third. */
export const EREADER_BOOK_MAX_BYTES = 7 * 1024 * 1024;
/** Mails to a member's e-reader. */
export const EREADER_MAILS_A_DAY = 10;
/** Posts of a member in a minute. */
export const POSTS_A_MINUTE = 100;
/** Posts that the board answers at most, the newest. */
export const BOARD_POSTS_MAX = 500;
export const TITLE_MAX_LENGTH = 300;
export const SYNOPSIS_MAX_LENGTH = 20_000;
/** Largest position in an audiobook, in seconds (about 11 days). */
export const POSITION_MAX_SECONDS = 1_000_000;
/** How many left places of a member's listening are kept for each book. */
export const JUMPS_KEPT = 30;
export const BOOKMARK_NOTE_MAX_LENGTH = 500;
/** Bookmarks of one member in one book. */
export const BOOKMARKS_MAX = 500;
/** Longest review of a book, in code points. */
export const REVIEW_MAX_LENGTH = 2000;
/** Longest reason for a nomination, in code points. */
export const REASON_MAX_LENGTH = 500;
/** Nominations of a member that aren't chosen yet. */
export const NOMINATIONS_MAX = 5;
export const POLL_OPTIONS_MAX = 12;
/** Books that a member may vote for in a poll. */
export const VOTES_PER_MEMBER = 3;
/** How long a closed poll is shown, in days. */
export const POLL_SHOWN_DAYS = 7;
/** ISBN look-ups of a member in an hour. */
export const LOOKUPS_AN_HOUR = 30;
/** Longest name of a wine, in code points. */
export const WINE_NAME_MAX_LENGTH = 120;
export const WINE_NOTE_MAX_LENGTH = 500;
/** Largest file that can be imported onto the shelf, in bytes. */
export const IMPORT_MAX_BYTES = 1024 * 1024;
export const IMPORT_LINES_MAX = 50_000;
/** How long an import can be undone, in hours. */
export const IMPORT_UNDO_HOURS = 24;
/** Longest highlighted text, in code points. */
export const QUOTE_MAX_LENGTH = 500;
/** Longest note in the talk about a book, in code points. */
export const NOTE_MAX_LENGTH = 4000;
/** Longest reply to a note, in code points. */
export const REPLY_MAX_LENGTH = 2000;
/** Notes and replies of a member in a minute. */
export const NOTES_A_MINUTE = 60;
/** Longest place in the words of the reader's own software, in code points. */
export const LOCATOR_MAX_LENGTH = 2000;
/** Largest JSON body of a call, in bytes. */
export const JSON_BODY_MAX_BYTES = 64 * 1024;
/** Largest picture that may be sent as a cover or a photo, in bytes. */
export const PICTURE_MAX_BYTES = 30 * 1024 * 1024;
/** How long a reset of the board can be taken back, in minutes. */
export const RESET_UNDO_MINUTES = 10;
/** Test mails a minute, of all admins together: each one costs money and reputation at the mail service. */
export const TEST_MAILS_A_MINUTE = 5;

/** A save of a place waits for the network this long at most, in seconds; an older one counts as that old. */
export const SAVE_AGE_MAX_SECONDS = 365 * 24 * 60 * 60;

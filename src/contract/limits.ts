/** Lengths in code points unless noted (SPEC 5 and 9, DESIGN 3). */

/** `PASSWORD_MIN_LENGTH` in the settings raises it (SPEC 9). */
export const PASSWORD_MIN_LENGTH = 6;
/** Bounds the CPU time of a hash. */
export const PASSWORD_MAX_LENGTH = 1024;
export const USERNAME_MAX_LENGTH = 64;
export const DISPLAY_NAME_MAX_LENGTH = 80;
export const EMAIL_MAX_LENGTH = 254;
export const POST_MAX_LENGTH = 500;
export const MESSAGE_MAX_LENGTH = 10_000;
export const LOCATION_MAX_LENGTH = 300;
/** Days in which an admin may correct a meeting that is over (BEYOND 9). */
export const CORRECTABLE_DAYS = 7;
export const GUESTS_MAX = 9;
export const NEED_MAX_LENGTH = 80;
export const NEED_MAX_QUANTITY = 99;
export const SUBJECT_MAX_LENGTH = 120;
export const ANNOUNCEMENT_MAX_LENGTH = 5000;
export const CALENDAR_FETCHES_A_MINUTE = 60;
export const FEED_FETCHES_A_MINUTE = 60;
/** SES takes 10 MB after base64, which adds a third. */
export const EREADER_BOOK_MAX_BYTES = 7 * 1024 * 1024;
export const BOARD_POSTS_MAX = 500;
export const TITLE_MAX_LENGTH = 300;
export const SEARCH_MAX_LENGTH = 100;
export const SYNOPSIS_MAX_LENGTH = 20_000;
export const POSITION_MAX_SECONDS = 1_000_000;
export const JUMPS_KEPT = 30;
export const BOOKMARK_NOTE_MAX_LENGTH = 500;
export const BOOKMARKS_MAX = 500;
export const REVIEW_MAX_LENGTH = 2000;
export const REASON_MAX_LENGTH = 500;
export const NOMINATIONS_MAX = 5;
export const POLL_OPTIONS_MAX = 12;
export const VOTES_PER_MEMBER = 3;
export const POLL_SHOWN_DAYS = 7;
export const WINE_NAME_MAX_LENGTH = 120;
export const WINE_NOTE_MAX_LENGTH = 500;
export const IMPORT_MAX_BYTES = 1024 * 1024;
export const IMPORT_LINES_MAX = 50_000;
export const IMPORT_UNDO_HOURS = 24;
export const QUOTE_MAX_LENGTH = 500;
export const NOTE_MAX_LENGTH = 4000;
export const REPLY_MAX_LENGTH = 2000;
export const LOCATOR_MAX_LENGTH = 2000;
/** A body with the longest texts in UTF-8, each with its earlier version. */
export const JSON_BODY_MAX_BYTES = 256 * 1024;
export const PICTURE_MAX_BYTES = 30 * 1024 * 1024;
export const RESET_UNDO_MINUTES = 10;
/** All admins together: each costs money and reputation. */
export const TEST_MAILS_A_MINUTE = 5;

/** How long an unsaved position waits for the network; an older one counts as this old. */
export const SAVE_AGE_MAX_SECONDS = 365 * 24 * 60 * 60;

/** A member's corrections of one book; the oldest goes. */
export const ANCHORS_MAX = 50;

/** Code points a minute: 250 words of six each (BEYOND 9). */
export const USUAL_PACE = 1500;

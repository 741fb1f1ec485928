/** For the longest texts in UTF-8, each with its previous version. */
export const JSON_BODY_MAX_BYTES = 256 * 1024;
export const IMAGE_MAX_BYTES = 30 * 1024 * 1024;

export const BOOKMARK_NOTE_MAX_LENGTH = 500;

export const TITLE_MAX_LENGTH = 300;
export const SEARCH_MAX_LENGTH = 100;

export const MESSAGE_MAX_LENGTH = 10_000;

export const SUBJECT_MAX_LENGTH = 120;
export const ANNOUNCEMENT_MAX_LENGTH = 5000;

/** SES takes 10 MB after base64, which adds a third. */
export const EREADER_BOOK_MAX_BYTES = 7 * 1024 * 1024;

export const REASON_MAX_LENGTH = 500;

export const QUOTE_MAX_LENGTH = 500;
export const NOTE_MAX_LENGTH = 4000;
export const REPLY_MAX_LENGTH = 2000;

export const PAGES_MAX = 5000;

export const POLL_OPTIONS_MAX = 12;
export const VOTES_PER_MEMBER = 3;

export const POST_MAX_LENGTH = 500;
export const RESET_UNDO_MINUTES = 10;

export const POSITION_MAX_SECONDS = 1_000_000;
export const POSITION_HISTORY_MAX = 30;
/** A save older than this counts as this old. */
export const SAVE_AGE_MAX_SECONDS = 365 * 24 * 60 * 60;
/** Listening counts up to triple speed; saves are in whole seconds (BEYOND 14). */
export const LISTENING_PACE_MAX = { perSecond: 4, grace: 5 } as const;

export const LOCATOR_MAX_LENGTH = 2000;

export const REVIEW_MAX_LENGTH = 2000;

export const WINE_NAME_MAX_LENGTH = 120;
export const WINE_NOTE_MAX_LENGTH = 500;

/** An admin can correct a past meeting for so long (BEYOND 9). */
export const CORRECTABLE_DAYS = 7;
export const GUESTS_MAX = 9;
export const DATES_MIN = 2;
export const DATES_MAX = 5;
export const NEED_MAX_LENGTH = 80;
export const NEED_MAX_QUANTITY = 99;
export const NEEDS_MAX = 30;
export const QUESTIONS_MAX = 50;
/** A host's new date must be at least so far ahead (BEYOND 14). */
export const HOST_NOTICE_HOURS = 24;
/** Mails caused by a host: within the window per meeting and per host, and in total per meeting. */
export const HOST_MAILS_WINDOW_HOURS = 24;
export const HOST_MAILS_IN_WINDOW = 2;
export const HOST_MAILS_MAX = 6;

/** The setting PASSWORD_MIN_LENGTH can raise it (SPEC 9). */
export const PASSWORD_MIN_LENGTH = 6;

export const SESSION_IDLE_DAYS = 30;

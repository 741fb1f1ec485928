export const LOCATION_MAX_LENGTH = 300;
/** Days in which an admin may correct a meeting that is over (BEYOND 9). */
export const CORRECTABLE_DAYS = 7;
export const GUESTS_MAX = 9;
/** Dates that a meeting may ask its members about (BEYOND 10). */
export const DATES_MIN = 2;
export const DATES_MAX = 5;
export const NEED_MAX_LENGTH = 80;
export const NEED_MAX_QUANTITY = 99;
export const NEEDS_MAX = 30;
/** How far ahead a host's new date must lie (BEYOND 14). */
export const HOST_NOTICE_HOURS = 24;
/** Emails that a host's changes send to members: in that time for one meeting and for one host, and in all for a meeting. */
export const HOST_MAILS_WINDOW_HOURS = 24;
export const HOST_MAILS_IN_WINDOW = 2;
export const HOST_MAILS_MAX = 6;

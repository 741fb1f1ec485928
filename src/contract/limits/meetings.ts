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

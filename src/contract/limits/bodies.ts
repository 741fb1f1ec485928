/** A body with the longest texts in UTF-8, each with its earlier version. */
export const JSON_BODY_MAX_BYTES = 256 * 1024;
export const PICTURE_MAX_BYTES = 30 * 1024 * 1024;

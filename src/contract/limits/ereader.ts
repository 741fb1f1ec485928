/** SES takes 10 MB after base64, which adds a third. */
export const EREADER_BOOK_MAX_BYTES = 7 * 1024 * 1024;

import type { Limit } from "../limit.ts";

/** SES takes 10 MB after base64, which adds a third. */
export const EREADER_BOOK_MAX_BYTES = 7 * 1024 * 1024;

export const EREADER_MAIL_LIMIT: Limit = {
  key: "eReader mail",
  max: 10,
  per: "day",
  message: "send # emails a day to your eReader",
};

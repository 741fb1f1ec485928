export const QUOTE_MAX_LENGTH = 500;
export const NOTE_MAX_LENGTH = 4000;
export const REPLY_MAX_LENGTH = 2000;

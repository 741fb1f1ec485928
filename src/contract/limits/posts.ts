export const POST_MAX_LENGTH = 500;
export const RESET_UNDO_MINUTES = 10;

/** A session ends when nobody has used it for so long. */
export const SESSION_IDLE_DAYS = 30;

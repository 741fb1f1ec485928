/** `PASSWORD_MIN_LENGTH` in the settings raises it (SPEC 9). */
export const PASSWORD_MIN_LENGTH = 6;
/** Bounds the CPU time of a hash. */
export const PASSWORD_MAX_LENGTH = 1024;

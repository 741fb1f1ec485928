export const MESSAGE_MAX_LENGTH = 10_000;

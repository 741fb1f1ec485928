export const LOCATOR_MAX_LENGTH = 2000;

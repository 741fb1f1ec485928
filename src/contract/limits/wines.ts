export const WINE_NAME_MAX_LENGTH = 120;
export const WINE_NOTE_MAX_LENGTH = 500;

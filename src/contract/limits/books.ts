export const TITLE_MAX_LENGTH = 300;
export const SEARCH_MAX_LENGTH = 100;
export const SYNOPSIS_MAX_LENGTH = 20_000;

export const PAGES_MAX = 5000;

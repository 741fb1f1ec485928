export const REVIEW_MAX_LENGTH = 2000;

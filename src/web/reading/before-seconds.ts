/** Repeated when switching media: matches are off by some seconds, and repeating beats skipping. */
export const BEFORE_SECONDS = 30;

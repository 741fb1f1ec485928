/** Repeated when switching media: matches are off by some seconds, and repeating beats skipping. */
export const SWITCH_OVERLAP_SECONDS = 30;

/** Where a voice may pause, from the least to the most. */
export const [CLAUSE, LINE, SENTENCE, PARAGRAPH, HEADING] = [0, 1, 2, 3, 4];

/**
 * Places in a text where a voice may pause, in order, the text's end last. `kinds` has what begins there, `spoken` how many letters are spoken before, `at` the code points before.
 */
export type PauseCandidates = { kinds: Uint8Array; spoken: Float64Array; at: Float64Array };

/** Pauses of a recording in seconds, in order; the first ends where the sound begins, the last begins at its end. */
export type Pauses = { starts: Float64Array; ends: Float64Array };

/** How far a member has got as far as it counts (BEYOND 6), and the jump that doesn't count yet, or null. */
export type Counted<Jump> = { counted: number; jump: Jump | null };

/**
 * Counts an accepted save. A jump (slider, chapter, contents, search) counts only once the run that began there has
 * earned it; anything else counts at once.
 * @param position of the save; a jump back never takes anything away
 * @param isNewRun whether the save began a run, and `isJump` whether by an act of the person
 * @param isEarned whether enough was heard or read behind the jump
 */
export function countReached<Jump>(
  before: Counted<Jump>,
  save: { position: number; isNewRun: boolean; isJump: boolean; jump: Jump },
  isEarned: (jump: Jump) => boolean,
): Counted<Jump> {
  const opened = save.isJump ? save.jump : null;
  const pending = save.isNewRun ? opened : before.jump;
  const jump = pending !== null && !isEarned(pending) ? pending : null;
  return { counted: jump === null ? Math.max(before.counted, save.position) : before.counted, jump };
}

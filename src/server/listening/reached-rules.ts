/** How far a member has read as it counts (BEYOND 6), and a jump that doesn't count yet. */
export type Counted<Jump> = { counted: number; jump: Jump | null };

/**
 * Counts an accepted save. A jump counts only once its run has earned it; anything else immediately. @param position a
 * jump back takes nothing away @param isNewRun whether the save began a run, `isJump` whether by the person @param
 * isEarned enough heard or read after the jump
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

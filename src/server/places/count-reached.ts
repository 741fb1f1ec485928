type Counted<Jump> = { counted: number; jump: Jump | null };

/** A jump counts only once `isEarned`: enough was heard or read since. Jumping back takes nothing away. */
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

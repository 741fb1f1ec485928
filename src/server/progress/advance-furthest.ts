type Counted<Jump> = { counted: number; jump: Jump | null };

/**
 * A jump counts only once `isEarned`: enough was heard or read since. Jumping back takes nothing away.
 * @param save `jump` is null for a place that was heard or read up to
 */
export function advanceFurthest<Jump>(
  before: Counted<Jump>,
  save: { position: number; jump: Jump | null },
  isEarned: (jump: Jump) => boolean,
): Counted<Jump> {
  if (save.position <= before.counted) return { counted: before.counted, jump: null };
  const pending = save.jump ?? before.jump;
  if (pending !== null && !isEarned(pending)) return { counted: before.counted, jump: pending };
  return { counted: save.position, jump: null };
}

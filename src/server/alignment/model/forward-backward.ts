import { backwardPass } from "./backward.ts";
import { forwardPass } from "./forward.ts";
import { NEVER } from "./sparse.ts";
import { type Lattice, type Phrase, prepare } from "./transitions.ts";
import type { Heard } from "./voice-model.ts";

/**
 * All ways to read a text so that its pauses are the sound's, weighed: text may be left out, sound may have no text.
 * @returns the log likelihood of them all; `phrase` is called for each phrase with its probability
 */
export function forwardBackward(
  lattice: Lattice,
  heard: Heard | null,
  phrase: ((phrase: Phrase) => void) | null,
): number {
  const steps = prepare(lattice);
  const rows = forwardPass(lattice, steps);
  const last = rows.at(-1);
  const end = lattice.marks.kinds.length - 1;
  const at = last ? last.marks.indexOf(end) : -1;
  const total = last && at >= 0 ? (last.likely[at] ?? NEVER) + last.top : NEVER;
  if (total !== NEVER && (heard || phrase)) backwardPass(lattice, steps, { rows, total, heard, phrase });
  return total;
}

import type { PositionStore, ProgressColumns, ProgressKey } from "#db/progress.ts";
import { type Actor, type Author, batchWriteAs } from "#server/access/caller.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import {
  evaluateSave,
  isReachable,
  type PositionTolerances,
  type Save,
  type StoredPosition,
  toStoredPosition,
} from "./save-rules.ts";

/** A rejected save of a playing device replaces its previous one within this time. */
const SAME_RUN_MAX_MS = 10_000;

type JumpOrigin = { device: string | null; leftAt: string };
type StoredJump = JumpOrigin & { id: number };

/** How positions in the audio, or in the text, are stored and serialized, in the unit of `tolerances`. */
type PositionAdapter<Row extends ProgressColumns, NewJump extends JumpOrigin, Jump extends StoredJump, Shown> = {
  store: PositionStore<Row, NewJump, Jump>;
  tolerances: PositionTolerances;
  positionOfRow: (row: Row) => number;
  positionOfJump: (jump: Jump) => number;
  /** `row` is the progress before the jump; null for a stale save, which only adds to the history. */
  toJump: (position: number, origin: JumpOrigin, row: Row | null) => NewJump;
  toRow: (before: Row | null, position: StoredPosition) => Row;
  toResponse: (row: Row | null) => Shown;
  staleMessage: string;
};

/** @throws AppError 'conflict', with the newer progress, for a stale save, which only adds to the history */
export async function commitSave<Shown extends object>(
  deps: Deps,
  actor: Actor,
  save: (author: Author) => Shown | { message: string; progress: Shown },
): Promise<Shown> {
  const response = await batchWriteAs(deps, actor, save);
  if ("message" in response)
    throw new AppError("conflict", response.message, { state: { progress: response.progress } });
  return response;
}

/** Saves a position by the rules of decision 0008. Call it in a transaction. */
export function savePosition<Row extends ProgressColumns, NewJump extends JumpOrigin, Jump extends StoredJump, Shown>(
  key: ProgressKey,
  save: Save,
  adapter: PositionAdapter<Row, NewJump, Jump, Shown>,
): Shown | { message: string; progress: Shown } {
  const { store, toResponse } = adapter;
  const addToHistory = (position: number, row: Row | null, device: string | null) =>
    store.insertJump(key, adapter.toJump(position, { device, leftAt: new Date(save.at).toISOString() }, row));
  /** Deletes the position from which the same device continued, but not those from which it jumped before. */
  const replacePrevious = (position: number) => {
    const previous = store.listJumps(key).find((jump) => {
      const elapsedMs = save.at - Date.parse(jump.leftAt);
      const isRecent = elapsedMs <= SAME_RUN_MAX_MS && jump.device === save.device;
      return isRecent && isReachable(adapter.positionOfJump(jump), position, elapsedMs, adapter.tolerances);
    });
    if (previous) store.deleteJump(previous.id);
  };

  const row = store.find(key);
  const verdict = evaluateSave(row && toStoredPosition(row, adapter.positionOfRow(row)), save, adapter.tolerances);
  if (verdict.kind === "repeated") return toResponse(row);
  if (verdict.kind === "stale") {
    if (verdict.rejectedPosition !== null) {
      if (save.reason !== "seek") replacePrevious(verdict.rejectedPosition);
      addToHistory(verdict.rejectedPosition, null, save.device);
    }
    return { message: adapter.staleMessage, progress: toResponse(row) };
  }
  if (verdict.jumpedFrom !== null) addToHistory(verdict.jumpedFrom, row, row?.device ?? null);
  const saved = adapter.toRow(row, verdict.position);
  store.save(key, saved);
  return toResponse(saved);
}

type CountedPosition<Jump> = { counted: number; jump: Jump | null };

/** A jump counts once `isEarned`: enough was played or read since. Jumping back changes nothing. */
export function advanceFurthest<Jump>(
  before: CountedPosition<Jump>,
  save: { position: number; jump: Jump | null },
  isEarned: (jump: Jump) => boolean,
): CountedPosition<Jump> {
  if (save.position <= before.counted) return { counted: before.counted, jump: null };
  const pending = save.jump ?? before.jump;
  if (pending !== null && !isEarned(pending)) return { counted: before.counted, jump: pending };
  return { counted: save.position, jump: null };
}

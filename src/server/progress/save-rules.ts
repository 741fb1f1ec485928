import { LISTENING_PACE_MAX } from "#contract/limits.ts";
import type { NewProgress, SaveReason } from "#contract/progress.ts";
import type { ProgressColumns } from "#db/progress.ts";

/** `grace` is the distance that needs no time. */
type MaxPace = { perSecond: number; grace: number };

/** Distances in seconds of audio, or in fractions of the text. A run is played or read without a jump. */
export type PositionTolerances = MaxPace & {
  /** How far a run may move back: by smart rewind, by turning back pages, or by a slip. */
  rewindMax: number;
  /** A save this close to the start, from further than `rewindMax`, is a player's error. */
  startZone: number;
  /** Shorter runs are a search for a position, and aren't added to the history. */
  runMin: number;
  /** How far one save without a reason (SPEC 5) may advance within a run. */
  plainStepMax: number;
  /** The fastest pace that counts as played or read (BEYOND 14); a run may be faster. */
  countedPace: MaxPace;
};

export const LISTENING_TOLERANCES: PositionTolerances = {
  rewindMax: 60,
  startZone: 30,
  runMin: 10,
  plainStepMax: 10,
  ...LISTENING_PACE_MAX,
  countedPace: LISTENING_PACE_MAX,
};

/** The run is from `runStart` to `reached`; a streak is one client's saves in a row. */
export type StoredPosition = Omit<ProgressColumns, "updatedAt" | "counted"> & { position: number; at: number };

export type Save = Pick<StoredPosition, "position" | "device" | "client" | "sequence" | "at"> & {
  reason: SaveReason | null;
  baseRevision: number | null;
};

type SaveVerdict =
  /** Positions that aren't null are added to the history. */
  | { kind: "accepted"; position: StoredPosition; jumpedFrom: number | null }
  | { kind: "repeated" }
  /** Another client saved first. */
  | { kind: "stale"; rejectedPosition: number | null };

export function toStoredPosition(row: ProgressColumns, position: number): StoredPosition {
  const { revision, device, client, sequence, streakBase, runStart, reached, runSought } = row;
  const at = Date.parse(row.updatedAt);
  return { position, revision, device, client, sequence, streakBase, runStart, reached, runSought, at };
}

/** Pure; the rules are in docs/decisions/0008-revisions-for-listening-progress.md. */
export function evaluateSave(stored: StoredPosition | null, save: Save, tolerances: PositionTolerances): SaveVerdict {
  if (!stored) return { kind: "accepted", position: toFirstPosition(0, save), jumpedFrom: null };
  const isRepeated = save.sequence > 0 && isOnlySaver(stored, save) && save.sequence <= stored.sequence;
  if (isRepeated) return { kind: "repeated" };
  const isReset = isSpuriousReset(stored, save, tolerances);
  if (isStale(stored, save) || isReset)
    return { kind: "stale", rejectedPosition: save.position < tolerances.startZone ? null : save.position };
  if (isContinuation(stored, save, tolerances)) {
    const reached = Math.max(stored.reached, save.position);
    // audio that is played again after a small jump back counts
    const runStart = save.reason === "seek" ? Math.min(stored.runStart, save.position) : stored.runStart;
    return { kind: "accepted", position: { ...toNextPosition(stored, save), runStart, reached }, jumpedFrom: null };
  }
  const run = { runStart: save.position, reached: save.position, runSought: save.reason === "seek" };
  return {
    kind: "accepted",
    position: { ...toNextPosition(stored, save), ...run },
    jumpedFrom: findPositionLeft(stored, save, tolerances),
  };
}

export function isReachable(from: number, to: number, elapsedMs: number, { perSecond, grace }: MaxPace): boolean {
  return to >= from && to - from <= (Math.max(0, elapsedMs) / 1000) * perSecond + grace;
}

/**
 * `isJump` is also true if the position can't be reached since the last save, whatever the client reports. `leadMs` is
 * how many milliseconds too early a step within the grace came. The stored time is later by it, so that the next step
 * has less time: otherwise, each of many small steps would use the whole grace.
 */
export function measureAdvance(
  before: StoredPosition | null,
  runStart: number,
  save: Save,
  { plainStepMax, countedPace: { perSecond, grace } }: PositionTolerances,
): { isJump: boolean; leadMs: number } {
  if (save.reason === "seek" && before?.runStart !== runStart) return { isJump: true, leadMs: 0 };
  if (!before) return { isJump: save.position > plainStepMax, leadMs: 0 };
  const graceMs = (grace / perSecond) * 1000;
  const neededMs = (Math.max(0, save.position - before.position) / perSecond) * 1000;
  const elapsedMs = save.at - before.at;
  // a lead is at most the grace, so an even later time means that the clock was set back
  const isClockSetBack = elapsedMs < -graceMs;
  const leadMs = isClockSetBack ? neededMs : neededMs - elapsedMs;
  const isJump = leadMs > graceMs;
  return { isJump, leadMs: isJump || isClockSetBack ? 0 : Math.max(0, leadMs) };
}

function toFirstPosition(revision: number, save: Save): StoredPosition {
  return {
    position: save.position,
    revision: revision + 1,
    device: save.device,
    client: save.client,
    sequence: save.sequence,
    streakBase: revision,
    runStart: save.position,
    reached: save.position,
    runSought: save.reason === "seek",
    at: save.at,
  };
}

function toNextPosition(stored: StoredPosition, save: Save): StoredPosition {
  const isSameClient = save.client !== null && save.client === stored.client;
  return {
    ...stored,
    position: save.position,
    revision: stored.revision + 1,
    device: save.device,
    client: save.client,
    sequence: save.sequence,
    streakBase: isSameClient ? stored.streakBase : stored.revision,
    runSought: isSameClient && stored.runSought,
    at: save.at,
  };
}

/** True while only the same client has saved since its base revision. */
function isOnlySaver(stored: StoredPosition, save: Save): boolean {
  return (
    save.client !== null &&
    save.client === stored.client &&
    save.baseRevision !== null &&
    save.baseRevision >= stored.streakBase &&
    save.baseRevision <= stored.revision
  );
}

function isStale(stored: StoredPosition, save: Save): boolean {
  if (save.baseRevision === null || save.baseRevision === stored.revision) return false;
  return !(save.sequence > 0 && isOnlySaver(stored, save));
}

/** A media element that was reset reports 0 without a jump. */
function isSpuriousReset(stored: StoredPosition, save: Save, { startZone, rewindMax }: PositionTolerances): boolean {
  const isUserAction = save.reason === null || save.reason === "seek";
  return !isUserAction && save.position < startZone && stored.position - save.position > rewindMax;
}

function isContinuation(stored: StoredPosition, save: Save, tolerances: PositionTolerances): boolean {
  if (save.reason === "seek") return Math.abs(save.position - stored.reached) < tolerances.runMin;
  const forward = save.position - stored.position;
  if (save.reason === null) return forward >= 0 && forward <= tolerances.plainStepMax;
  const elapsedMs = Math.max(0, save.at - stored.at);
  return (
    save.position >= stored.reached - tolerances.rewindMax &&
    isReachable(stored.position, Math.max(stored.position, save.position - tolerances.rewindMax), elapsedMs, tolerances)
  );
}

function findPositionLeft(stored: StoredPosition, save: Save, { runMin, startZone }: PositionTolerances) {
  if (stored.reached === 0 || stored.reached === save.position) return null;
  const isSearching = save.reason === "seek" && save.client !== null && save.client === stored.client;
  // "Stay here" is sent as a jump, and the history has no position before the start
  const hasPassedStart = stored.runStart < startZone && stored.reached >= startZone;
  if (isSearching && stored.runSought && stored.reached - stored.runStart < runMin && !hasPassedStart) return null;
  return stored.reached;
}

type SaveCall = Omit<NewProgress, "bookId" | "currentTime" | "chapter" | "edition">;

export function toSave(body: SaveCall, position: number, now: number): Save {
  return {
    position,
    reason: body.reason ?? null,
    baseRevision: body.baseRevision ?? null,
    device: body.device ?? null,
    client: body.client ?? null,
    sequence: body.sequence ?? 0,
    at: now - (body.age ?? 0) * 1000,
  };
}

import { HEARD } from "#contract/limits.ts";
import type { SaveReason } from "#contract/progress.ts";
import type { ProgressColumns } from "#db/progress.ts";

type Pace = { perSecond: number; grace: number };

export type PositionTolerances = Pace & {
  /** How far back smart rewind, turning pages back or a slip may move within a run. */
  slack: number;
  /** A tick this close to the start, from beyond `slack`, is a player fault. */
  nearStart: number;
  /** Shorter runs, passed while searching, aren't kept. */
  settled: number;
  /** How far a call without our fields may advance within a run. */
  plainStep: number;
  /** The fastest that counts as heard or read (BEYOND 14), where a run may be faster. */
  counted: Pace;
};

/** Seconds. */
export const LISTENING: PositionTolerances = {
  slack: 60,
  nearStart: 30,
  settled: 10,
  plainStep: 10,
  ...HEARD,
  counted: HEARD,
};

export type StoredPosition = Omit<ProgressColumns, "updatedAt" | "runSought" | "counted"> & {
  position: number;
  runSought: boolean;
  at: number;
};

export type Save = {
  position: number;
  reason: SaveReason | null;
  baseRevision: number | null;
  device: string | null;
  client: string | null;
  sequence: number;
  at: number;
};

type Verdict =
  /** `left` goes to the history, or null. */
  | { kind: "accepted"; place: StoredPosition; left: number | null }
  /** Received before: answer with the position as is. */
  | { kind: "repeated" }
  /** Another player was faster: answer 409; `kept` goes to the history, or null. */
  | { kind: "stale"; kept: number | null };

/** A stored position, in seconds or as a fraction of the book. */
export function toStoredPosition(row: ProgressColumns, position: number): StoredPosition {
  const { revision, device, client, sequence, streakBase, runStart, reached } = row;
  const runSought = row.runSought === 1;
  const at = Date.parse(row.updatedAt);
  return { position, revision, device, client, sequence, streakBase, runStart, reached, runSought, at };
}

/** What a save means for a position. Pure; rules in docs/decisions/0008-revisions-for-listening-progress.md. */
export function evaluateSave(place: StoredPosition | null, save: Save, scale: PositionTolerances): Verdict {
  if (!place) return { kind: "accepted", place: begin(0, save), left: null };
  if (isRepeated(place, save)) return { kind: "repeated" };
  const backToStart = isSpuriousReset(place, save, scale);
  if (isStale(place, save) || backToStart)
    return { kind: "stale", kept: save.position < scale.nearStart ? null : save.position };
  if (continues(place, save, scale)) {
    const reached = Math.max(place.reached, save.position);
    // what is heard again after a small jump back counts as heard
    const runStart = save.reason === "seek" ? Math.min(place.runStart, save.position) : place.runStart;
    return { kind: "accepted", place: { ...next(place, save), runStart, reached }, left: null };
  }
  const run = { runStart: save.position, reached: save.position, runSought: save.reason === "seek" };
  return { kind: "accepted", place: { ...next(place, save), ...run }, left: positionToRemember(place, save, scale) };
}

/** True when continuing from `from` can lead to `to` in `elapsedMs`. */
export function isReachable(from: number, to: number, elapsedMs: number, { perSecond, grace }: Pace): boolean {
  return to >= from && to - from <= (Math.max(0, elapsedMs) / 1000) * perSecond + grace;
}

/**
 * True where somebody sought a place, and for one that nobody can have heard or read up to since the save before,
 * whatever the browser says about it. Before the first save there is the start, at no known time.
 * @param runStart after the save
 */
export function isJump(
  before: StoredPosition | null,
  runStart: number,
  save: Save,
  scale: PositionTolerances,
): boolean {
  if (save.reason === "seek" && before?.runStart !== runStart) return true;
  if (!before) return save.position > scale.plainStep;
  const from = Math.min(before.position, save.position);
  return !isReachable(from, save.position, save.at - before.at, scale.counted);
}

function begin(revision: number, save: Save): StoredPosition {
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

function next(place: StoredPosition, save: Save): StoredPosition {
  const sameClient = save.client !== null && save.client === place.client;
  return {
    ...place,
    position: save.position,
    revision: place.revision + 1,
    device: save.device,
    client: save.client,
    sequence: save.sequence,
    streakBase: sameClient ? place.streakBase : place.revision,
    runSought: sameClient && place.runSought,
    at: save.at,
  };
}

/** True while only the same player has saved since the revision it knows. */
function isOwnStreak(place: StoredPosition, save: Save): boolean {
  return (
    save.client !== null &&
    save.client === place.client &&
    save.baseRevision !== null &&
    save.baseRevision >= place.streakBase &&
    save.baseRevision <= place.revision
  );
}

function isRepeated(place: StoredPosition, save: Save): boolean {
  return save.sequence > 0 && isOwnStreak(place, save) && save.sequence <= place.sequence;
}

function isStale(place: StoredPosition, save: Save): boolean {
  if (save.baseRevision === null || save.baseRevision === place.revision) return false;
  return !(save.sequence > 0 && isOwnStreak(place, save));
}

/** A media element that was reset reports 0 without anyone jumping. */
function isSpuriousReset(place: StoredPosition, save: Save, { nearStart, slack }: PositionTolerances): boolean {
  const byPerson = save.reason === null || save.reason === "seek";
  return !byPerson && save.position < nearStart && place.position - save.position > slack;
}

function continues(place: StoredPosition, save: Save, scale: PositionTolerances): boolean {
  if (save.reason === "seek") return Math.abs(save.position - place.reached) < scale.settled;
  const forward = save.position - place.position;
  if (save.reason === null) return forward >= 0 && forward <= scale.plainStep;
  const elapsedMs = Math.max(0, save.at - place.at);
  return (
    save.position >= place.reached - scale.slack &&
    isReachable(place.position, Math.max(place.position, save.position - scale.slack), elapsedMs, scale)
  );
}

/** The position a jump leaves, unless only passed while searching. */
function positionToRemember(
  place: StoredPosition,
  save: Save,
  { settled, nearStart }: PositionTolerances,
): number | null {
  if (place.reached === 0 || place.reached === save.position) return null;
  const searching = save.reason === "seek" && save.client !== null && save.client === place.client;
  // "Stay here" is sent as a jump, and nothing before the start was kept
  const isPastStart = place.runStart < nearStart && place.reached >= nearStart;
  if (searching && place.runSought && place.reached - place.runStart < settled && !isPastStart) return null;
  return place.reached;
}

type Call = {
  reason?: SaveReason | undefined;
  baseRevision?: number | undefined;
  device?: string | undefined;
  client?: string | undefined;
  sequence?: number | undefined;
  age?: number | undefined;
};

/** A call as a save at `position`. @param now milliseconds since 1970 */
export function toSave(call: Call, position: number, now: number): Save {
  return {
    position,
    reason: call.reason ?? null,
    baseRevision: call.baseRevision ?? null,
    device: call.device ?? null,
    client: call.client ?? null,
    sequence: call.sequence ?? 0,
    at: now - (call.age ?? 0) * 1000,
  };
}

import type { SaveReason } from "#contract/progress.ts";

/** What counts as going on and what as a jump, in the unit of the positions: seconds of sound or letters of text. */
export type Scale = {
  /** Smart rewind, a few pages back and a slip of the finger move at most this far back without a new run. */
  slack: number;
  /** A tick that lands this close to the beginning, from beyond `slack`, is a fault of the player. */
  nearStart: number;
  /** A run shorter than this, passed while searching, is not kept. */
  settled: number;
  /** How far a call without our fields may move on and still be the same run. */
  plainStep: number;
  /** Fastest pace of a run per second, and how far it may be ahead of that. */
  perSecond: number;
  grace: number;
};

/** In seconds; three times the normal speed is the fastest. */
export const LISTENING: Scale = { slack: 60, nearStart: 30, settled: 10, plainStep: 10, perSecond: 3, grace: 3 };

/** Where a member is, and the run (listening or reading without a jump) that led there. */
export type Place = {
  position: number;
  revision: number;
  device: string | null;
  /** The running player that saved last, and the number of that save. */
  client: string | null;
  sequence: number;
  /** The revision before the first of that player's saves in a row. */
  streakBase: number;
  runStart: number;
  /** The furthest of the run. */
  reached: number;
  /** True when the same player's person went to the start of the run with the slider, a key or a list. */
  runSought: boolean;
  /** Milliseconds since 1970. */
  at: number;
};

/** A save as it came in. `at` is when the position was true, in milliseconds since 1970. */
export type Save = {
  position: number;
  reason: SaveReason | null;
  baseRevision: number | null;
  device: string | null;
  client: string | null;
  sequence: number;
  at: number;
};

export type Verdict =
  /** Take it; `left` is a place to keep in the history, or null. */
  | { kind: "accepted"; place: Place; left: number | null }
  /** Came before already: answer with the place as it is. */
  | { kind: "repeated" }
  /** Another player was quicker: answer 409; `kept` goes to the history, or null. */
  | { kind: "stale"; kept: number | null };

/** Decides what a save means for a place. Pure; the rules are in docs/decisions/0008-revisions-for-listening-progress.md. */
export function judge(place: Place | null, save: Save, scale: Scale): Verdict {
  if (!place) return { kind: "accepted", place: begin(0, save), left: null };
  if (isRepeated(place, save)) return { kind: "repeated" };
  const backToStart = isFallToStart(place, save, scale);
  if (isStale(place, save) || backToStart)
    return { kind: "stale", kept: save.position < scale.nearStart ? null : save.position };
  if (continues(place, save, scale)) {
    const reached = Math.max(place.reached, save.position);
    return { kind: "accepted", place: { ...next(place, save), reached }, left: null };
  }
  const run = { runStart: save.position, reached: save.position, runSought: save.reason === "seek" };
  return { kind: "accepted", place: { ...next(place, save), ...run }, left: leftBehind(place, save, scale) };
}

/** True when `to` can be what going on from `from` led to in `elapsedMs`. */
export function isReachable(from: number, to: number, elapsedMs: number, { perSecond, grace }: Scale): boolean {
  return to >= from && to - from <= (Math.max(0, elapsedMs) / 1000) * perSecond + grace;
}

function begin(revision: number, save: Save): Place {
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

function next(place: Place, save: Save): Place {
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

/** True while nobody but the same player has saved since the revision that it knows. */
function isOwnStreak(place: Place, save: Save): boolean {
  return (
    save.client !== null &&
    save.client === place.client &&
    save.baseRevision !== null &&
    save.baseRevision >= place.streakBase &&
    save.baseRevision <= place.revision
  );
}

function isRepeated(place: Place, save: Save): boolean {
  return save.sequence > 0 && isOwnStreak(place, save) && save.sequence <= place.sequence;
}

function isStale(place: Place, save: Save): boolean {
  if (save.baseRevision === null || save.baseRevision === place.revision) return false;
  return !(save.sequence > 0 && isOwnStreak(place, save));
}

/** A media element that was reset reports 0: no person went there. */
function isFallToStart(place: Place, save: Save, { nearStart, slack }: Scale): boolean {
  const byPerson = save.reason === null || save.reason === "seek";
  return !byPerson && save.position < nearStart && place.position - save.position > slack;
}

function continues(place: Place, save: Save, scale: Scale): boolean {
  if (save.reason === "seek") return Math.abs(save.position - place.reached) < scale.settled;
  const forward = save.position - place.position;
  if (save.reason === null) return forward >= 0 && forward <= scale.plainStep;
  const elapsedMs = Math.max(0, save.at - place.at);
  return (
    save.position >= place.reached - scale.slack &&
    isReachable(place.position, Math.max(place.position, save.position - scale.slack), elapsedMs, scale)
  );
}

/** The place that a jump leaves, unless it was only passed while the same person searched. */
function leftBehind(place: Place, save: Save, { settled }: Scale): number | null {
  if (place.reached === 0 || place.reached === save.position) return null;
  const searching = save.reason === "seek" && save.client !== null && save.client === place.client;
  if (searching && place.runSought && place.reached - place.runStart < settled) return null;
  return place.reached;
}

import type { SaveReason } from "#contract/progress.ts";

/** Smart rewind and a slip of the finger move at most this far back without a new run, in seconds. */
const SLACK_SECONDS = 60;
/** A tick that lands this close to the beginning, from beyond `SLACK_SECONDS`, is a fault of the player. */
const NEAR_ZERO_SECONDS = 30;
/** A place that one passed in less than this while searching is not kept, in seconds. */
const SETTLED_SECONDS = 10;
/** How far a call without our fields may move on and still be the same listening, in seconds. */
const PLAIN_STEP_SECONDS = 10;
const FASTEST_RATE = 3;

/** Where a member is, and the run (listening without a jump) that led there. Positions in seconds. */
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
export function judge(place: Place | null, save: Save): Verdict {
  if (!place) return { kind: "accepted", place: begin(0, save), left: null };
  if (isRepeated(place, save)) return { kind: "repeated" };
  const backToStart = isFallToStart(place, save);
  if (isStale(place, save) || backToStart)
    return { kind: "stale", kept: save.position < NEAR_ZERO_SECONDS ? null : save.position };
  if (continues(place, save)) {
    const reached = Math.max(place.reached, save.position);
    return { kind: "accepted", place: { ...next(place, save), reached }, left: null };
  }
  const run = { runStart: save.position, reached: save.position, runSought: save.reason === "seek" };
  return { kind: "accepted", place: { ...next(place, save), ...run }, left: leftBehind(place, save) };
}

/** True when `to` can be what listening on from `from` led to in `elapsedMs`. */
export function isListenedOn(from: number, to: number, elapsedMs: number): boolean {
  return to >= from && to - from <= (Math.max(0, elapsedMs) / 1000) * FASTEST_RATE + FASTEST_RATE;
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
function isFallToStart(place: Place, save: Save): boolean {
  const byPerson = save.reason === null || save.reason === "seek";
  return !byPerson && save.position < NEAR_ZERO_SECONDS && place.position - save.position > SLACK_SECONDS;
}

function continues(place: Place, save: Save): boolean {
  if (save.reason === "seek") return Math.abs(save.position - place.reached) < SETTLED_SECONDS;
  const forward = save.position - place.position;
  if (save.reason === null) return forward >= 0 && forward <= PLAIN_STEP_SECONDS;
  const elapsedMs = Math.max(0, save.at - place.at);
  return (
    save.position >= place.reached - SLACK_SECONDS &&
    isListenedOn(place.position, Math.max(place.position, save.position - SLACK_SECONDS), elapsedMs)
  );
}

/** The place that a jump leaves, unless it was only passed while the same person searched. */
function leftBehind(place: Place, save: Save): number | null {
  if (place.reached === 0 || place.reached === save.position) return null;
  const searching = save.reason === "seek" && save.client !== null && save.client === place.client;
  if (searching && place.runSought && place.reached - place.runStart < SETTLED_SECONDS) return null;
  return place.reached;
}

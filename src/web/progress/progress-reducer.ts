import type { SaveReason } from "#contract/progress.ts";

import { isLater, isOfOther, newerDevicePosition, offerOf, offerOfUnsent } from "./offer.ts";
import type { Page, PlaceEffect, PlaceEvent, PlaceState } from "./place-state.ts";
import { type BookPosition, isSame, type PendingSave, type SendResult, type ServerPosition } from "./place.ts";
import { acknowledge, enqueue, findAcknowledged, merge, nextToSend, type Waiting } from "./save-queue.ts";

type Step = { state: PlaceState; effects: readonly PlaceEffect[] };

/** What happens to a place (decision 0008). Pure. */
export function progressReducer(state: PlaceState, event: PlaceEvent): Step {
  switch (event.do) {
    case "open":
      return requestTurn(open(state, event));
    case "find":
      return requestTurn({ state: { ...state, waiting: merge(state.waiting, event.stored) }, effects: [] });
    case "flush":
      return requestTurn({ state, effects: [] });
    case "turn":
      return send(state);
    case "save":
      return requestTurn(withPersistEffect(add(state, event.place, event.reason, event.now)));
    case "leave":
      return leave(state, event);
    case "answered":
      return answered(state, event);
    case "know":
      return { state: receiveServerPosition(state, event.known), effects: [] };
    case "choose":
      return requestTurn(withPersistEffect(choose(state, event)));
    case "close":
      return { state: state.page?.client === event.client ? { ...state, page: null } : state, effects: [] };
  }
}

/** Where the open page is; null while that isn't known. */
export function placeNow({ page }: PlaceState): BookPosition | null {
  return page && !page.opening ? { position: page.position, locator: page.locator } : null;
}

type Open = Extract<PlaceEvent, { do: "open" }>;

/** Finds the start: sends what closed pages left, unless this device was the last to save; else it goes on from there. */
function open(state: PlaceState, { page: options, known, local, stored }: Open): Step {
  let waiting = merge(state.waiting, stored);
  const effects: PlaceEffect[] = [];
  const answer = known?.isLastSeen ? null : known;
  for (const save of answer ? findAcknowledged(waiting, answer) : []) {
    const revision = answer?.revision ?? null;
    waiting = acknowledge(waiting, save, revision);
    effects.push({ do: "settle", save, revision });
  }
  const isOther = isOfOther(local, options.edition, answer !== null);
  const isLast = !answer || (local?.revision === answer.revision && !isOther);
  const here = isLast && !(isOther && known) ? newerDevicePosition(known, local, waiting) : null;
  const start = here ?? known ?? { position: 0, locator: null, revision: 0 };
  const page: Page = {
    ...options,
    position: start.position,
    locator: start.locator ?? null,
    revision: start.revision,
    follows: here?.follows ?? null,
    from: answer ? null : start.position,
    sequence: 0,
    leaving: 0,
    hasSaved: false,
    hasJumped: false,
    opening: !isLast && waiting.length > 0 ? known : null,
    newer: null,
    offer: null,
  };
  return { state: { ...state, waiting, page }, effects };
}

/** Asks for a turn if something waits and nothing is under way. */
function requestTurn({ state, effects }: Step): Step {
  if (state.turn !== "free" || !nextToSend(state.waiting, state.sending)) return { state, effects };
  return { state: { ...state, turn: "asked" }, effects: [...effects, { do: "ask for a turn" }] };
}

function send(state: PlaceState): Step {
  const save = nextToSend(state.waiting, state.sending);
  if (!save) return { state: { ...state, turn: "free" }, effects: [] };
  const next = { ...state, turn: save, sending: [...state.sending, save] };
  return { state: next, effects: [{ do: "send", save, isLeaving: false }] };
}

function add(state: PlaceState, place: BookPosition, reason: SaveReason, now: number): PlaceState {
  if (!state.page) return state;
  const page = { ...state.page, ...place, sequence: state.page.sequence + 1 };
  const save = { ...idOf(page), ...place, reason, baseRevision: page.revision, device: page.device, at: now };
  const waiting = enqueue(state.waiting, page.follows ? { ...save, follows: page.follows } : save, state.sending);
  return { ...state, waiting, page };
}

function withPersistEffect(state: PlaceState): Step {
  if (!state.page) return { state, effects: [] };
  const { position, locator, revision } = state.page;
  const place = { ...idOf(state.page), position, locator, revision };
  return { state, effects: [{ do: "keep", place, saves: own(state) }] };
}

const idOf = ({ bookId, client, sequence, edition }: Page) =>
  edition ? { bookId, client, sequence, edition } : { bookId, client, sequence };

const own = ({ waiting, page }: PlaceState): Waiting => waiting.filter(({ client }) => client === page?.client);

/** Saves at once, unless nothing happened since. A jump that wasn't sent stays one. */
function leave(state: PlaceState, { place, now }: Extract<PlaceEvent, { do: "leave" }>): Step {
  const { page } = state;
  if (!page || page.opening) return { state, effects: [] };
  const last = own(state).at(-1);
  const isHere = place.position === page.position;
  if (isHere && (last ? last.sequence === page.leaving : page.hasSaved)) return { state, effects: [] };
  const isUnsent = last !== undefined && !state.sending.some((one) => isSame(one, last));
  const reason = isUnsent && last.reason === "seek" ? "seek" : "leave";
  const { state: next, effects } = withPersistEffect(add(state, place, reason, now));
  const save = next.waiting.at(-1);
  // older ones come first: the server takes one that was overtaken for a repetition
  if (state.failing || page.follows || !save || !next.page) return { state: next, effects };
  const gone = { ...next, page: { ...next.page, leaving: save.sequence }, sending: [...next.sending, save] };
  return { state: gone, effects: [...effects, { do: "send", save, isLeaving: true }] };
}

function answered(before: PlaceState, { save, result, now }: Extract<PlaceEvent, { do: "answered" }>): Step {
  const sending = before.sending.filter((one) => !isSame(one, save));
  const turn = typeof before.turn === "object" && isSame(before.turn, save) ? ("free" as const) : before.turn;
  const failing = result.kind === "failed";
  const state = { ...before, sending, turn, failing };
  if (failing) return { state: opened(state), effects: [] };

  const revision = result.kind === "saved" ? result.known.revision : null;
  const settled = { ...state, waiting: acknowledge(state.waiting, save, revision) };
  const isOwn = state.page?.client === save.client;
  const next = isOwn ? ownAnswered(settled, { save, result, now }) : handleOtherClientResponse(settled, save, result);
  const { effects } = isOwn || next.page !== state.page ? withPersistEffect(next) : { effects: [] };
  const settling: PlaceEffect[] = isOwn ? [] : [{ do: "settle", save, revision }];
  const isReady = next.page?.opening && !nextToSend(next.waiting, next.sending);
  return requestTurn({ state: isReady ? opened(next) : next, effects: [...settling, ...effects] });
}

type Answer = { save: PendingSave; result: Exclude<SendResult, { kind: "failed" }>; now: number };

function ownAnswered(state: PlaceState, { save, result, now }: Answer): PlaceState {
  if (!state.page) return state;
  const page = { ...state.page, hasSaved: true };
  if (result.kind === "dropped") return { ...state, page };
  if (result.kind === "refused") {
    const hasJumped = page.hasJumped || save.reason === "seek";
    return settleRefusal({ ...state, page: { ...page, hasJumped } }, result.known, save.baseRevision, now);
  }
  const revision = Math.max(page.revision, result.known.revision);
  return { ...state, page: { ...page, from: null, hasJumped: false, revision } };
}

/**
 * Answered once, by what the server knows. A stale save is in the history, and its place still has to be saved; one that
 * knew the newest place would be refused again.
 */
function settleRefusal(state: PlaceState, known: ServerPosition, base: number, now: number): PlaceState {
  const isStale = known.revision > base;
  const isNews = known.revision > (state.page?.revision ?? 0);
  const next = isNews || !isStale ? reconcile(state, known) : state;
  const { page } = next;
  if (!page || page.offer || own(next).length > 0) return next;
  if (!isStale) return { ...next, page: at(page, known) };
  return page.position === known.position ? next : add(next, page, page.hasJumped ? "seek" : "tick", now);
}

/** A closed page's save: this page went on from it, or doesn't know it. */
function handleOtherClientResponse(state: PlaceState, save: PendingSave, result: Answer["result"]): PlaceState {
  const { page } = state;
  if (!page || result.kind === "dropped") return state;
  const { known } = result;
  if (page.follows && isSame(page.follows, save)) {
    const revision = result.kind === "saved" ? Math.max(page.revision, known.revision) : page.revision;
    return { ...state, page: { ...page, revision, follows: null } };
  }
  if (!page.opening) return state;
  const opening = known.revision > page.opening.revision ? known : page.opening;
  const isUnseen = result.kind === "refused" && isLater(save, known);
  return { ...state, page: { ...page, opening, newer: isUnseen ? offerOfUnsent(save, known) : page.newer } };
}

/** The page begins at the newest place that the server knows. */
function opened(state: PlaceState): PlaceState {
  if (!state.page?.opening) return state;
  const { newer, ...page } = at(state.page, state.page.opening);
  const isFar = newer && Math.abs(newer.position - page.position) > page.sameWithin;
  return { ...state, page: { ...page, opening: null, newer: null, offer: isFar ? newer : null } };
}

function receiveServerPosition(state: PlaceState, known: ServerPosition): PlaceState {
  const { page } = state;
  if (!page || page.opening || page.follows || known.isLastSeen) return state;
  const isIdle = own(state).length === 0 && state.sending.length === 0;
  const isNews = known.revision > page.revision && known.revision !== page.offer?.revision;
  return isIdle && isNews ? reconcile(state, known) : state;
}

/** Another page saved: nearby, this one goes on from its revision; farther away, it asks. */
function reconcile(state: PlaceState, known: ServerPosition): PlaceState {
  const { page } = state;
  if (!page) return state;
  const isNear = (position: number) => Math.abs(known.position - position) <= page.sameWithin;
  // where it went on from is also what a closed page of this device saved last, maybe without noting it
  const isBefore = page.from !== null && known.device === page.device && isNear(page.from);
  if (!isNear(page.position) && !isBefore) return { ...state, page: { ...page, offer: offerOf(known) } };
  return { ...state, page: { ...page, revision: known.revision, offer: null } };
}

function choose(state: PlaceState, { choice, now }: Extract<PlaceEvent, { do: "choose" }>): PlaceState {
  const { page } = state;
  if (!page?.offer) return state;
  const { offer } = page;
  const place = choice === "go" ? offer : page;
  const next = { ...page, revision: Math.max(page.revision, offer.revision), offer: null };
  const target = { position: place.position, locator: place.locator };
  if (choice === "go" && offer.isSaved) return { ...state, page: { ...next, ...target } };
  return add({ ...state, page: next }, target, "seek", now);
}

const at = (page: Page, { position, locator, revision }: ServerPosition): Page => ({
  ...page,
  position,
  locator,
  revision,
});

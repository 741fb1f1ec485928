import type { SaveReason } from "#contract/progress.ts";

import { isOtherEdition, newerDevicePosition, toUnsentOffer, wasSavedLater } from "./offer.ts";
import { type BookPosition, isSame, type PendingSave, type SendResult, type ServerPosition } from "./position.ts";
import type { Page, ProgressState, ReducerEffect, ReducerEvent } from "./progress-state.ts";
import {
  acknowledgeSave,
  enqueueSave,
  findAcknowledged,
  mergeSaves,
  nextToSend,
  type UnsentSaves,
} from "./save-queue.ts";

type Update = { state: ProgressState; effects: readonly ReducerEffect[] };

/** The state machine of a position (decision 0008). Pure. */
export function progressReducer(state: ProgressState, event: ReducerEvent): Update {
  switch (event.type) {
    case "open":
      return requestSendSlot(openPage(state, event));
    case "add-stored":
      return requestSendSlot({ state: { ...state, unsent: mergeSaves(state.unsent, event.stored) }, effects: [] });
    case "flush":
      return requestSendSlot({ state, effects: [] });
    case "send-slot":
      return sendNext(state);
    case "save":
      return requestSendSlot(withPersistEffect(addSave(state, event.position, event.reason, event.now)));
    case "leave":
      return leavePage(state, event);
    case "response":
      return handleResponse(state, event);
    case "server-position":
      return { state: receiveServerPosition(state, event.serverPosition), effects: [] };
    case "choose":
      return requestSendSlot(withPersistEffect(chooseOffer(state, event)));
    case "close":
      return { state: state.page?.client === event.client ? { ...state, page: null } : state, effects: [] };
  }
}

export function currentPosition({ page }: ProgressState): BookPosition | null {
  return page && !page.opening ? { position: page.position, locator: page.locator } : null;
}

type OpenEvent = Extract<ReducerEvent, { type: "open" }>;

/** If this device saved last, the page continues there; else the saves of closed pages are sent first. */
function openPage(state: ProgressState, { page: options, serverPosition, devicePosition, stored }: OpenEvent): Update {
  let unsent = mergeSaves(state.unsent, stored);
  const effects: ReducerEffect[] = [];
  const fetchedPosition = serverPosition?.isLastSeen ? null : serverPosition;
  for (const save of fetchedPosition ? findAcknowledged(unsent, fetchedPosition) : []) {
    const revision = fetchedPosition?.revision ?? null;
    unsent = acknowledgeSave(unsent, save, revision);
    effects.push({ type: "acknowledge", save, revision });
  }
  const isOtherFile = isOtherEdition(devicePosition, options.edition, fetchedPosition !== null);
  const isLast = !fetchedPosition || (devicePosition?.revision === fetchedPosition.revision && !isOtherFile);
  const resumedPosition =
    isLast && !(isOtherFile && serverPosition) ? newerDevicePosition(serverPosition, devicePosition, unsent) : null;
  const start = resumedPosition ?? serverPosition ?? { position: 0, locator: null, revision: 0 };
  const page: Page = {
    ...options,
    position: start.position,
    locator: start.locator ?? null,
    revision: start.revision,
    follows: resumedPosition?.follows ?? null,
    resumedFrom: fetchedPosition ? null : start.position,
    sequence: 0,
    leavingSequence: 0,
    hasSaved: false,
    hasJumped: false,
    opening: !isLast && unsent.length > 0 ? serverPosition : null,
    rejectedOffer: null,
    offer: null,
  };
  return { state: { ...state, unsent, page }, effects };
}

function requestSendSlot({ state, effects }: Update): Update {
  if (state.sendSlot !== "free" || !nextToSend(state.unsent, state.sending)) return { state, effects };
  return { state: { ...state, sendSlot: "requested" }, effects: [...effects, { type: "request-send-slot" }] };
}

function sendNext(state: ProgressState): Update {
  const save = nextToSend(state.unsent, state.sending);
  if (!save) return { state: { ...state, sendSlot: "free" }, effects: [] };
  const next = { ...state, sendSlot: save, sending: [...state.sending, save] };
  return { state: next, effects: [{ type: "send", save, isLeaving: false }] };
}

function addSave(state: ProgressState, position: BookPosition, reason: SaveReason, now: number): ProgressState {
  if (!state.page) return state;
  const page = { ...state.page, ...position, sequence: state.page.sequence + 1 };
  const save = { ...toSaveId(page), ...position, reason, baseRevision: page.revision, device: page.device, at: now };
  const nextUnsent = enqueueSave(state.unsent, page.follows ? { ...save, follows: page.follows } : save, state.sending);
  return { ...state, unsent: nextUnsent, page };
}

function withPersistEffect(state: ProgressState): Update {
  if (!state.page) return { state, effects: [] };
  const { position, locator, revision } = state.page;
  const devicePosition = { ...toSaveId(state.page), position, locator, revision };
  return { state, effects: [{ type: "persist", position: devicePosition, saves: ownSaves(state) }] };
}

const toSaveId = ({ bookId, client, sequence, edition }: Page) =>
  edition ? { bookId, client, sequence, edition } : { bookId, client, sequence };

const ownSaves = ({ unsent, page }: ProgressState): UnsentSaves =>
  unsent.filter(({ client }) => client === page?.client);

/** A jump that wasn't sent stays one. */
function leavePage(state: ProgressState, { position, now }: Extract<ReducerEvent, { type: "leave" }>): Update {
  const { page } = state;
  if (!page || page.opening) return { state, effects: [] };
  const lastSave = ownSaves(state).at(-1);
  const isUnmoved = position.position === page.position;
  if (isUnmoved && (lastSave ? lastSave.sequence === page.leavingSequence : page.hasSaved))
    return { state, effects: [] };
  const isUnsent = lastSave !== undefined && !state.sending.some((one) => isSame(one, lastSave));
  const reason = isUnsent && lastSave.reason === "seek" ? "seek" : "leave";
  const { state: next, effects } = withPersistEffect(addSave(state, position, reason, now));
  const save = next.unsent.at(-1);
  // Older saves go first, because the server would take an overtaken one for a retry.
  if (state.isFailing || page.follows || !save || !next.page) return { state: next, effects };
  const leavingState = {
    ...next,
    page: { ...next.page, leavingSequence: save.sequence },
    sending: [...next.sending, save],
  };
  return { state: leavingState, effects: [...effects, { type: "send", save, isLeaving: true }] };
}

function handleResponse(
  before: ProgressState,
  { save, result, now }: Extract<ReducerEvent, { type: "response" }>,
): Update {
  const sending = before.sending.filter((one) => !isSame(one, save));
  const sendSlot =
    typeof before.sendSlot === "object" && isSame(before.sendSlot, save) ? ("free" as const) : before.sendSlot;
  const isFailing = result.kind === "failed";
  const state = { ...before, sending, sendSlot, isFailing };
  if (isFailing) return { state: finishOpening(state), effects: [] };

  const revision = result.kind === "saved" ? result.serverPosition.revision : null;
  const acknowledgedState = { ...state, unsent: acknowledgeSave(state.unsent, save, revision) };
  const isOwn = state.page?.client === save.client;
  const next = isOwn
    ? handleOwnResponse(acknowledgedState, { save, result, now })
    : handleOtherClientResponse(acknowledgedState, save, result);
  const { effects } = isOwn || next.page !== state.page ? withPersistEffect(next) : { effects: [] };
  const acknowledgeEffects: ReducerEffect[] = isOwn ? [] : [{ type: "acknowledge", save, revision }];
  const isReady = next.page?.opening && !nextToSend(next.unsent, next.sending);
  return requestSendSlot({ state: isReady ? finishOpening(next) : next, effects: [...acknowledgeEffects, ...effects] });
}

type SaveResponse = { save: PendingSave; result: Exclude<SendResult, { kind: "failed" }>; now: number };

function handleOwnResponse(state: ProgressState, { save, result, now }: SaveResponse): ProgressState {
  if (!state.page) return state;
  const page = { ...state.page, hasSaved: true };
  if (result.kind === "dropped") return { ...state, page };
  if (result.kind === "rejected") {
    const hasJumped = page.hasJumped || save.reason === "seek";
    return handleRejection({ ...state, page: { ...page, hasJumped } }, result.serverPosition, save.baseRevision, now);
  }
  const revision = Math.max(page.revision, result.serverPosition.revision);
  return { ...state, page: { ...page, resumedFrom: null, hasJumped: false, revision } };
}

/** A stale save's position still has to be saved; one based on the newest revision would be rejected again. */
function handleRejection(
  state: ProgressState,
  serverPosition: ServerPosition,
  base: number,
  now: number,
): ProgressState {
  const isStale = serverPosition.revision > base;
  const isNewer = serverPosition.revision > (state.page?.revision ?? 0);
  const next = isNewer || !isStale ? reconcile(state, serverPosition) : state;
  const { page } = next;
  if (!page || page.offer || ownSaves(next).length > 0) return next;
  if (!isStale) return { ...next, page: movePage(page, serverPosition) };
  return page.position === serverPosition.position ? next : addSave(next, page, page.hasJumped ? "seek" : "tick", now);
}

function handleOtherClientResponse(
  state: ProgressState,
  save: PendingSave,
  result: SaveResponse["result"],
): ProgressState {
  const { page } = state;
  if (!page || result.kind === "dropped") return state;
  const { serverPosition } = result;
  if (page.follows && isSame(page.follows, save)) {
    const revision = result.kind === "saved" ? Math.max(page.revision, serverPosition.revision) : page.revision;
    return { ...state, page: { ...page, revision, follows: null } };
  }
  if (!page.opening) return state;
  const opening = serverPosition.revision > page.opening.revision ? serverPosition : page.opening;
  const isUnseen = result.kind === "rejected" && wasSavedLater(save, serverPosition);
  const rejectedOffer = isUnseen ? toUnsentOffer(save, serverPosition) : page.rejectedOffer;
  return { ...state, page: { ...page, opening, rejectedOffer } };
}

function finishOpening(state: ProgressState): ProgressState {
  if (!state.page?.opening) return state;
  const { rejectedOffer, ...page } = movePage(state.page, state.page.opening);
  const isFar = rejectedOffer && Math.abs(rejectedOffer.position - page.position) > page.tolerance;
  return { ...state, page: { ...page, opening: null, rejectedOffer: null, offer: isFar ? rejectedOffer : null } };
}

function receiveServerPosition(state: ProgressState, serverPosition: ServerPosition): ProgressState {
  const { page } = state;
  if (!page || page.opening || page.follows || serverPosition.isLastSeen) return state;
  const isIdle = ownSaves(state).length === 0 && state.sending.length === 0;
  const isNewRevision = serverPosition.revision > page.revision && serverPosition.revision !== page.offer?.revision;
  return isIdle && isNewRevision ? reconcile(state, serverPosition) : state;
}

/** Near a position that another page saved, this page continues from its revision; else it offers to go there. */
function reconcile(state: ProgressState, serverPosition: ServerPosition): ProgressState {
  const { page } = state;
  if (!page) return state;
  const isNear = (position: number) => Math.abs(serverPosition.position - position) <= page.tolerance;
  // The position it continued from is also what a closed page of this device saved last, perhaps without storing it.
  const isBefore = page.resumedFrom !== null && serverPosition.device === page.device && isNear(page.resumedFrom);
  if (!isNear(page.position) && !isBefore) return { ...state, page: { ...page, offer: serverPosition } };
  return { ...state, page: { ...page, revision: serverPosition.revision, offer: null } };
}

function chooseOffer(state: ProgressState, { choice, now }: Extract<ReducerEvent, { type: "choose" }>): ProgressState {
  const { page } = state;
  if (!page?.offer) return state;
  const { offer } = page;
  const chosen = choice === "go" ? offer : page;
  const next = { ...page, revision: Math.max(page.revision, offer.revision), offer: null };
  const target = { position: chosen.position, locator: chosen.locator };
  if (choice === "go" && !offer.isUnsent) return { ...state, page: { ...next, ...target } };
  return addSave({ ...state, page: next }, target, "seek", now);
}

const movePage = (page: Page, { position, locator, revision }: ServerPosition): Page => ({
  ...page,
  position,
  locator,
  revision,
});

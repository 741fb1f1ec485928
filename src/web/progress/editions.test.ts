import { expect, test } from "bun:test";

import { QueryClient } from "@tanstack/react-query";

import { findEdition, withEdition } from "#web/api/edition.ts";
import { query } from "#web/api/query.ts";

import type { DevicePosition, PendingSave, ServerPosition } from "./position.ts";
import { currentPosition, progressReducer } from "./progress-reducer.ts";
import { INITIAL_STATE, type ProgressState } from "./progress-state.ts";
import { toSaveBody } from "./send-save.ts";

const pageFields = { bookId: 1, client: "new", device: "phone", tolerance: 0.01, edition: "b.-" };
const serverPosition: ServerPosition = {
  position: 0.2,
  locator: null,
  revision: 3,
  device: "phone",
  updatedAt: "2026-03-10T12:00:00Z",
};
const storedPosition = {
  bookId: 1,
  position: 0.35,
  locator: "here",
  revision: 3,
  client: "old",
  sequence: 4,
  edition: "a.-",
};
const openSync = (stored: readonly PendingSave[] = [], devicePosition: DevicePosition = storedPosition) =>
  progressReducer(INITIAL_STATE, { type: "open", page: pageFields, serverPosition, devicePosition, stored }).state;
const lastSave = (state: ProgressState): PendingSave | undefined => state.unsent.at(-1);

test("uses the server's position instead of an old edition's", () => {
  expect(currentPosition(openSync())).toEqual({ position: 0.2, locator: null });
  expect(currentPosition(openSync([], { ...storedPosition, edition: "b.-" }))).toEqual({
    position: 0.35,
    locator: "here",
  });
});

test("uses the server's position online, the device's offline", () => {
  const { edition: _, ...older } = storedPosition;
  expect(currentPosition(openSync([], older))).toEqual({ position: 0.2, locator: null });
  const offline = {
    type: "open",
    page: pageFields,
    serverPosition: { ...serverPosition, isLastSeen: true },
    devicePosition: older,
    stored: [],
  } as const;
  expect(currentPosition(progressReducer(INITIAL_STATE, offline).state)).toEqual({ position: 0.35, locator: "here" });
});

test("first sends what was read offline in another edition", () => {
  const unsentSave: PendingSave = { ...storedPosition, reason: "tick", baseRevision: 3, device: "phone", at: 0 };
  const openState = openSync([unsentSave]);
  expect(currentPosition(openState)).toBeNull();
  expect(toSaveBody(unsentSave, 0).edition).toBe("a.-");
  const movedPosition = { ...serverPosition, position: 0.25, revision: 4 };
  const { state } = progressReducer(openState, {
    type: "response",
    save: unsentSave,
    result: { kind: "saved", serverPosition: movedPosition },
    now: 1,
  });
  expect(currentPosition(state)).toEqual({ position: 0.25, locator: null });
});

test("names the shown edition with each save", () => {
  const { state } = progressReducer(openSync(), {
    type: "save",
    position: { position: 0.21, locator: null },
    reason: "tick",
    now: 1,
  });
  expect(lastSave(state)?.edition).toBe("b.-");
  const { edition: _, ...older } = {
    ...storedPosition,
    reason: "tick" as const,
    baseRevision: 3,
    device: "phone",
    at: 0,
  };
  expect("edition" in toSaveBody(older, 0)).toBe(false);
});

test("names the edition in each queued item about a position", () => {
  const queries = new QueryClient();
  queries.setQueryData(query("GET /api/books/:id/place", { params: { id: 1 } }).queryKey, { edition: "b.s" } as never);
  const note = { bookId: 1, text: "So", fraction: 0.5, sendKey: "k" };
  expect(withEdition(queries, { kind: "note", note })).toEqual({ kind: "note", note: { ...note, edition: "b.s" } });
  queries.setQueryData(query("GET /api/books/:id/contents", { params: { id: 1 } }).queryKey, {
    edition: "a.s",
  } as never);
  const reachedItem = { kind: "reached", bookId: 1, fraction: 0.5 } as const;
  expect(withEdition(queries, reachedItem)).toEqual({ ...reachedItem, edition: "a.s" });
  expect(withEdition(queries, { ...reachedItem, edition: "z.z" })).toEqual({ ...reachedItem, edition: "z.z" });
  const bookmark = { bookId: 1, currentTime: 7, sendKey: "k" };
  expect(withEdition(queries, { kind: "bookmark", bookmark })).toMatchObject({ bookmark: { edition: "a.s" } });
  const pageItem = { kind: "page", bookId: 1, at: 0, place: { pages: 300, page: 12 } } as const;
  expect(withEdition(queries, pageItem)).toEqual(pageItem);
  expect(withEdition(queries, { ...pageItem, place: { ...pageItem.place, fraction: 0.1 } })).toMatchObject({
    place: { edition: "a.s" },
  });
  expect(withEdition(new QueryClient(), reachedItem)).toEqual(reachedItem);
});

test("doesn't wait for a position that never loads", async () => {
  const queryFn = () => new Promise<never>(() => undefined);
  const queries = new QueryClient({ defaultOptions: { queries: { queryFn } } });
  const { queryKey } = query("GET /api/books/:id/contents", { params: { id: 1 } });
  queries.setQueryData(queryKey, { edition: "b.s" } as never);
  expect(await findEdition(queries, 1)).toBe("b.s");
});

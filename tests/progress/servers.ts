import { POSITION_HISTORY_MAX } from "#contract/limits.ts";
import type { ProgressColumns, ProgressKey } from "#db/progress.ts";
import { readConfig } from "#server/config.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { getProgress, listJumps, saveProgress } from "#server/progress/audiobook-progress.ts";
import {
  createReadingTolerances,
  getReadingProgress,
  listReadingJumps,
  saveReadingProgress,
} from "#server/progress/ebook-progress.ts";
import { savePosition } from "#server/progress/save-position.ts";
import { LISTENING_TOLERANCES, toSave } from "#server/progress/save-rules.ts";
import { createDatabase } from "#tests/support/database.ts";
import { memberRow } from "#tests/support/member-row.ts";
import type { BookPosition, PendingSave, SendResult, ServerPosition } from "#web/progress/position.ts";
import { toSaveBody, toServerPosition } from "#web/progress/send-save.ts";

import { type TestMedium, TEXT_LENGTH } from "./media.ts";

type Clock = { now: number };
type SavedPosition = Pick<PendingSave, "position" | "locator">;
type Answer = Exclude<SendResult, { kind: "dropped" | "failed" }>;

type TestServer = {
  current: () => ServerPosition;
  save: (save: PendingSave) => Answer;
  plain: (place: BookPosition) => Answer;
  history: () => BookPosition[];
};

export type CreateServer = (medium: TestMedium, clock: Clock) => TestServer;

/** The real services on a database, used for many books one after the other. */
export function createRealServer(): { make: CreateServer; restart: () => void; close: () => void } {
  const db = createDatabase();
  let time: Clock = { now: Date.parse("2026-03-10T12:00:00Z") };
  const config = readConfig({ STORAGE_DIR: "/nonexistent" });
  const clock = { now: () => new Date(time.now) };
  const newDeps = () => createDeps(config, db, { clock });
  let deps: Deps = newDeps();
  const id = deps.stores.users.insert(memberRow("ann", clock.now().toISOString()));
  const user = { id, isAdmin: false };

  const make: CreateServer = (medium, nextTime) => {
    time = nextTime;
    const book = { title: "A", author: "B", month: "2026-03" };
    const bookId = deps.stores.books.insert(book, clock.now().toISOString()).id;
    return medium.name === "audio" ? audioServer(bookId) : text(bookId);
  };

  const createServer = <Saved extends object>(
    answer: Saved | { message: string; progress: Saved },
    toPosition: (saved: Saved) => ServerPosition,
  ): Answer =>
    "message" in answer
      ? { kind: "rejected", serverPosition: toPosition(answer.progress) }
      : { kind: "saved", serverPosition: toPosition(answer) };

  const audioServer = (bookId: number): TestServer => {
    const send = (fields: object, { position: currentTime }: SavedPosition) =>
      createServer(saveProgress(deps, user, { ...fields, bookId, currentTime }), toServerPosition);
    return {
      current: () => toServerPosition(getProgress(deps, user, bookId)),
      save: (save) => send(toSaveBody(save, time.now), save),
      plain: (place) => send({ chapter: 0 }, place),
      history: () => listJumps(deps, user, bookId).map(({ currentTime }) => ({ position: currentTime, locator: null })),
    };
  };

  const text = (bookId: number): TestServer => {
    const send = (fields: object, { position: fraction, locator = null }: SavedPosition) =>
      createServer(saveReadingProgress(deps, user, { ...fields, bookId, fraction, locator }), toServerPosition);
    return {
      current: () => toServerPosition(getReadingProgress(deps, user, bookId)),
      save: (save) => send(toSaveBody(save, time.now), save),
      plain: (place) => send({}, place),
      history: () =>
        listReadingJumps(deps, user, bookId).map(({ fraction, locator }) => ({ position: fraction, locator })),
    };
  };

  return { make, restart: () => void (deps = newDeps()), close: () => db.close() };
}

type Row = ProgressColumns & BookPosition & { reachedLocator: string | null };
type Jump = BookPosition & { id: number; device: string | null; leftAt: string };

/** Only the rules, without a database. */
export const createModelServer: CreateServer = (medium, clock) => {
  let row: Row | null = null;
  let jumps: Jump[] = [];
  let jumpsMade = 0;
  const key: ProgressKey = { userId: 1, bookId: 1 };
  const store = {
    find: () => row,
    save: (_: ProgressKey, nextRow: Row) => void (row = nextRow),
    listJumps: () => jumps,
    insertJump: (_: ProgressKey, jump: Omit<Jump, "id">) => {
      jumpsMade += 1;
      const others = jumps.filter(({ position }) => position !== jump.position);
      jumps = [{ ...jump, id: jumpsMade }, ...others].slice(0, POSITION_HISTORY_MAX);
    },
    deleteJump: (id: number) => void (jumps = jumps.filter((jump) => jump.id !== id)),
  };
  const scale = medium.name === "audio" ? LISTENING_TOLERANCES : createReadingTolerances(TEXT_LENGTH);
  const toServerPosition = (saved: Row | null): ServerPosition =>
    saved ?? { position: 0, locator: null, revision: 0, device: null, updatedAt: null };

  const save = (call: Parameters<typeof toSave>[0], { position, locator }: BookPosition): Answer => {
    const answer = savePosition<Row, Omit<Jump, "id">, Jump, ServerPosition>(key, toSave(call, position, clock.now), {
      store,
      tolerances: scale,
      positionOfRow: (saved) => saved.position,
      positionOfJump: (jump) => jump.position,
      toJump: (place, jump, saved) => ({ ...jump, position: place, locator: saved ? saved.reachedLocator : locator }),
      toRow: (previousRow, { at, ...place }) => ({
        ...place,
        locator,
        reachedLocator: place.reached === place.position || !previousRow ? locator : previousRow.reachedLocator,
        updatedAt: new Date(at).toISOString(),
        counted: 0,
      }),
      toResponse: toServerPosition,
      staleMessage: "",
    });
    return "message" in answer
      ? { kind: "rejected", serverPosition: answer.progress }
      : { kind: "saved", serverPosition: answer };
  };

  return {
    current: () => toServerPosition(row),
    save: (one) => save(toSaveBody(one, clock.now), { position: one.position, locator: one.locator ?? null }),
    plain: (place) => save({}, place),
    history: () => jumps.map(({ position, locator }) => ({ position, locator })),
  };
};

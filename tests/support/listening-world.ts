import type { SaveReason } from "#contract/progress.ts";
import { readConfig } from "#server/config.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import type { BacklogStore, LocalPlace } from "#web/listening/saving/backlog.ts";
import { createProgressSync, type ProgressSync } from "#web/listening/saving/progress-sync.ts";
import type { PendingSave, SavedPlace, SendResult } from "#web/listening/saving/save-queue.ts";

import { createDatabase } from "./database.ts";
import { memberRow } from "./member-row.ts";
import { type PlaceMedium, SOUND } from "./place-media.ts";
import { createReachedPlaces } from "./reached-places.ts";

export type Network = "up" | "down" | "loses requests" | "loses answers";

/** A browser: its player or reader while one runs, and its storage. */
type Device = {
  name: string;
  sync: ProgressSync | null;
  position: number;
  network: Network;
  /** False while the page dies too fast to store anything. */
  notes: boolean;
  beaconArrives: boolean;
  queues: Map<string, readonly PendingSave[]>;
  places: Map<number, LocalPlace>;
  /** The offline copy's last place; null without a copy. */
  copy: SavedPlace | null;
  run: ReturnType<ReturnType<typeof createReachedPlaces>["begin"]> | null;
};

/** A server on a real store, for many worlds one after the other. */
export function createListeningServer() {
  const db = createDatabase();
  let time = Date.parse("2026-03-10T12:00:00Z");
  const config = readConfig({ STORAGE_DIR: "/nonexistent" });
  const clock = { now: () => new Date(time) };
  let deps: Deps = createDeps(config, db, { clock });
  const userId = deps.stores.users.insert(memberRow("ann", clock.now().toISOString()));
  return {
    user: { id: userId, isAdmin: false },
    deps: () => deps,
    now: () => time,
    pass: (seconds: number) => {
      time += seconds * 1000;
    },
    restart: () => {
      deps = createDeps(config, db, { clock });
    },
    newBook: () =>
      deps.stores.books.insert({ title: "A", author: "B", month: "2026-03" }, clock.now().toISOString()).id,
    close: () => db.close(),
  };
}

export type ListeningServer = ReturnType<typeof createListeningServer>;

/** One member with some devices, one book in audio or text, and a model of where the member has been. */
export function createListeningWorld(server: ListeningServer, deviceCount: number, medium: PlaceMedium = SOUND) {
  const bookId = server.newBook();
  const { user } = server;
  const reached = createReachedPlaces(medium);
  /** Who made each revision; null for calls without our fields. */
  const writers = new Map<number, string | null>();
  /** Collected rather than thrown, because a player takes a throwing network for a failing one. */
  const wrongs: string[] = [];
  let clients = 0;
  const devices: Device[] = ["phone", "tablet", "computer"].slice(0, deviceCount).map((name) => ({
    name,
    sync: null,
    position: 0,
    network: "up",
    notes: true,
    beaconArrives: true,
    queues: new Map(),
    places: new Map(),
    copy: null,
    run: null,
  }));

  const current = () => medium.read(server.deps(), user, bookId);

  /** The network and the server, checking that no stale tick ever wins. */
  function arrive(save: PendingSave): SendResult {
    const before = current();
    const answer = medium.save(server.deps(), user, save, server.now());
    if ("refused" in answer) return { kind: "refused", progress: answer.refused };
    if (answer.revision > before.revision) {
      writers.set(answer.revision, save.client);
      if (save.reason !== "seek") assertFresh(save, before);
    }
    return { kind: "saved", progress: answer };
  }

  function assertFresh(save: PendingSave, before: SavedPlace) {
    for (let revision = save.baseRevision + 1; revision <= before.revision; revision++)
      if (writers.get(revision) !== save.client)
        wrongs.push(`A stale ${save.reason} at ${save.position} won over revision ${before.revision}`);
    if (save.position < medium.beginning && before.currentTime - save.position > medium.slack)
      wrongs.push(`A ${save.reason} fell from ${before.currentTime} to ${save.position}`);
  }

  function sender(device: Device) {
    return async (save: PendingSave): Promise<SendResult> => {
      if (device.network === "down" || device.network === "loses requests") return { kind: "failed" };
      const result = arrive(save);
      return device.network === "loses answers" ? { kind: "failed" } : result;
    };
  }

  /** The page is gone before the answer. */
  function leave(device: Device, save: PendingSave): Promise<SendResult> {
    if (device.beaconArrives) arrive(save);
    return new Promise(() => undefined);
  }

  function storeOf(device: Device): BacklogStore {
    return {
      keep: async (client, queue, place) => {
        if (!device.notes) return;
        device.queues.set(client, queue);
        device.places.set(place.bookId, place);
      },
      backlog: async () => [...device.queues].filter(([, queue]) => queue.length > 0),
      forget: async (client, upTo) => {
        device.queues.set(
          client,
          (device.queues.get(client) ?? []).filter(({ sequence }) => sequence > upTo),
        );
      },
      place: async (id) => device.places.get(id) ?? null,
    };
  }

  /** Online the response updates the copy; offline the copy answers. */
  const ask = (device: Device) => async () => {
    if (device.network !== "up") return device.copy && { ...device.copy, isLastSeen: true };
    if (device.copy) device.copy = current();
    return current();
  };

  async function save(device: Device, reason: SaveReason) {
    device.run?.reach(device.position);
    await device.sync?.save(device.position, reason, medium.locator(device.position));
  }

  function goTo(device: Device, position: number, sought: boolean) {
    device.position = position;
    device.run = reached.begin(position, sought);
  }

  const world = {
    devices,
    wrongs,
    current,
    history: () => medium.history(server.deps(), user, bookId).map(({ position }) => position),
    /** Places stored with another place's locator. */
    mislaid() {
      const { currentTime: position, locator = null, revision } = current();
      const all = medium.history(server.deps(), user, bookId);
      if (revision > 0) all.push({ position, locator });
      // an unopened text begins at 0 and needs no locator
      const isStart = (place: { position: number; locator: string | null }) =>
        place.position === 0 && place.locator === null;
      return all.filter((place) => !isStart(place) && place.locator !== medium.locator(place.position));
    },
    async open(device: Device) {
      if (device.sync) return;
      clients += 1;
      device.sync = createProgressSync({
        bookId,
        device: device.name,
        client: `${device.name}-${clients}`,
        store: storeOf(device),
        send: (save, isLeaving) => (isLeaving ? leave(device, save) : sender(device)(save)),
        // One player at a time in a browser: the previous one has ended.
        claim: async () => true,
        now: server.now,
        sameWithin: medium.samePlace,
        onChange: () => undefined,
      });
      goTo(device, await device.sync.start(ask(device)), false);
    },
    /** The page dies; what was stored stays. */
    crash(device: Device) {
      device.sync = null;
      device.run = null;
    },
    async close(device: Device, { beaconArrives, notes }: { beaconArrives: boolean; notes: boolean }) {
      Object.assign(device, { notes, beaconArrives });
      device.sync?.leave(device.position, medium.locator(device.position));
      await Promise.resolve();
      device.notes = true;
      world.crash(device);
    },
    async listen(device: Device, ticks: number) {
      for (let tick = 0; device.sync && tick < ticks; tick++) {
        server.pass(medium.tick.seconds);
        device.position = Math.min(medium.end, device.position + medium.tick.length);
        await save(device, "tick");
      }
    },
    /** Saves the book for offline, with the place. */
    download(device: Device) {
      if (device.network === "up") device.copy = current();
    },
    async pause(device: Device) {
      if (device.sync) await save(device, "pause");
    },
    async seek(device: Device, position: number) {
      if (!device.sync) return;
      goTo(device, position, true);
      await save(device, "seek");
    },
    rewind(device: Device, length: number) {
      if (device.sync) device.position = Math.max(0, device.position - length);
    },
    /** The audio element loses its position, without anyone's doing. */
    async glitch(device: Device) {
      if (!device.sync || device.position < medium.slack + medium.beginning) return;
      await device.sync.save(0, "tick", medium.locator(0));
      // The person answers the question, or hears that it's wrong, and the player goes back.
      if (device.sync.state().offer) device.position = await device.sync.answer("go");
      else await world.seek(device, device.position);
    },
    async focus(device: Device) {
      if (device.network === "up") device.sync?.update(current());
    },
    async answer(device: Device, choice: "go" | "stay") {
      if (!device.sync?.state().offer) return;
      const target = await device.sync.answer(choice);
      if (choice === "go") goTo(device, target, false);
    },
    /** A client that knows only SPEC's three fields. */
    plain(position: number) {
      const before = current();
      const answer = medium.plain(server.deps(), user, bookId, position);
      if ("refused" in answer) throw new Error("A call of SPEC was refused");
      if (answer.revision > before.revision) writers.set(answer.revision, null);
      reached.begin(position, false).reach(position);
    },
    /** Every device comes back online and sends what waits. */
    async settle() {
      for (const device of devices) {
        device.network = "up";
        await world.open(device);
        await device.sync?.flush();
      }
    },
    /** Reached places that are neither current nor in the history. */
    lost: () => reached.lost([current().currentTime, ...world.history()]),
  };
  return world;
}

export type ListeningWorld = ReturnType<typeof createListeningWorld>;

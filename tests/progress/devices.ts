import type { SaveReason } from "#contract/progress.ts";
import type { BookPosition, DevicePosition, PendingSave, SendResult, ServerPosition } from "#web/progress/position.ts";
import { currentPosition, progressReducer } from "#web/progress/progress-reducer.ts";
import {
  INITIAL_STATE,
  type ProgressState,
  type ReducerEffect,
  type ReducerEvent,
} from "#web/progress/progress-state.ts";
import { acknowledgeSave, type UnsentSaves } from "#web/progress/save-queue.ts";

import type { TestMedium } from "./media.ts";
import { createReachedRuns } from "./reached-runs.ts";
import type { CreateServer } from "./servers.ts";

export type Network = "up" | "down" | "loses requests" | "loses answers";

/** A browser: its open player or reader, and its storage. */
export type Device = {
  name: string;
  state: ProgressState | null;
  position: number;
  network: Network;
  /** False while the page dies too fast to store anything. */
  notes: boolean;
  beaconArrives: boolean;
  queues: Map<string, UnsentSaves>;
  local: DevicePosition | null;
  /** The offline copy's last position; null without a copy. */
  copy: ServerPosition | null;
  run: ReturnType<ReturnType<typeof createReachedRuns>["begin"]> | null;
};

const BOOK_ID = 1;

/** A member with several devices, a book in audio or text, and a model of where the member has been. */
export function createDevices(make: CreateServer, medium: TestMedium, deviceCount: number) {
  const clock = { now: Date.parse("2026-03-10T12:00:00Z") };
  const server = make(medium, clock);
  const reached = createReachedRuns(medium);
  /** The client of each revision; null for calls without our fields. */
  const writers = new Map<number, string | null>();
  const problems: string[] = [];
  let clients = 0;
  const devices: Device[] = ["phone", "tablet", "computer"].slice(0, deviceCount).map((name) => ({
    name,
    state: null,
    position: 0,
    network: "up",
    notes: true,
    beaconArrives: true,
    queues: new Map(),
    local: null,
    copy: null,
    run: null,
  }));
  const toPosition = (position: number): BookPosition => ({ position, locator: medium.locator(position) });

  /** The network and the server; checks that a stale tick never wins. */
  function receiveSave(save: PendingSave): SendResult {
    const before = server.current();
    const answer = server.save(save);
    if (answer.kind === "saved" && answer.serverPosition.revision > before.revision) {
      writers.set(answer.serverPosition.revision, save.client);
      if (save.reason !== "seek") assertFresh(save, before);
    }
    return answer;
  }

  function assertFresh(save: PendingSave, before: ServerPosition) {
    for (let revision = save.baseRevision + 1; revision <= before.revision; revision++)
      if (writers.get(revision) !== save.client)
        problems.push(`A stale ${save.reason} at ${save.position} won over revision ${before.revision}`);
    if (save.position < medium.beginning && before.position - save.position > medium.slack)
      problems.push(`A ${save.reason} fell from ${before.position} to ${save.position}`);
  }

  function send(device: Device, save: PendingSave): SendResult {
    if (device.network === "down" || device.network === "loses requests") return { kind: "failed" };
    const result = receiveSave(save);
    return device.network === "loses answers" ? { kind: "failed" } : result;
  }

  /** Runs the effects of the device's page, like a browser without delays. */
  function dispatch(device: Device, event: ReducerEvent): void {
    if (!device.state) return;
    const { state, effects } = progressReducer(device.state, event);
    device.state = state;
    for (const effect of effects) run(device, effect);
  }

  function run(device: Device, effect: ReducerEffect): void {
    if (effect.type === "request-send-slot") return dispatch(device, { type: "send-slot" });
    if (effect.type === "send") {
      const { save, isLeaving } = effect;
      // the page is gone before the response
      if (isLeaving) return device.beaconArrives ? void receiveSave(save) : undefined;
      return dispatch(device, { type: "response", save, result: send(device, save), now: clock.now });
    }
    if (!device.notes) return undefined;
    if (effect.type === "persist") {
      device.queues.set(effect.position.client, effect.saves);
      device.local = effect.position;
    } else
      for (const [client, saves] of device.queues)
        device.queues.set(client, acknowledgeSave(saves, effect.save, effect.revision));
  }

  const waitingSaves = (device: Device): UnsentSaves => [...device.queues.values()].flat();

  /** Online, the response updates the copy; offline, the copy is the response. */
  function fetchPosition(device: Device): ServerPosition | null {
    if (device.network !== "up") return device.copy && { ...device.copy, isLastSeen: true };
    if (device.copy) device.copy = server.current();
    return server.current();
  }

  function save(device: Device, reason: SaveReason) {
    device.run?.reach(device.position);
    dispatch(device, { type: "save", position: toPosition(device.position), reason, now: clock.now });
  }

  function goTo(device: Device, position: number, isSeek: boolean) {
    device.position = position;
    device.run = reached.begin(position, isSeek);
  }

  const world = {
    devices,
    wrongs: problems,
    current: server.current,
    history: () => server.history().map(({ position }) => position),
    pass: (seconds: number) => void (clock.now += seconds * 1000),
    /** Positions that were stored with another one's locator. */
    mislaid() {
      const { revision, ...current } = server.current();
      // an unopened text begins at 0 without a locator
      return [...server.history(), ...(revision > 0 ? [current] : [])]
        .filter(({ position, locator }) => position !== 0 || locator !== null)
        .filter(({ position, locator }) => locator !== medium.locator(position));
    },
    open(device: Device) {
      if (device.state) return;
      clients += 1;
      device.state = INITIAL_STATE;
      const client = `${device.name}-${clients}`;
      dispatch(device, {
        type: "open",
        page: { bookId: BOOK_ID, device: device.name, client, tolerance: medium.tolerance },
        serverPosition: fetchPosition(device),
        devicePosition: device.local,
        stored: waitingSaves(device),
      });
      goTo(device, currentPosition(device.state)?.position ?? 0, false);
    },
    /** The app opens without player or reader. */
    visit(device: Device) {
      if (device.state) return;
      device.state = INITIAL_STATE;
      dispatch(device, { type: "add-stored", stored: waitingSaves(device) });
      device.state = null;
    },
    /** The page dies; stored data remains. */
    crash(device: Device) {
      device.state = null;
      device.run = null;
    },
    close(device: Device, { beaconArrives, notes }: { beaconArrives: boolean; notes: boolean }) {
      Object.assign(device, { notes, beaconArrives });
      dispatch(device, { type: "leave", position: toPosition(device.position), now: clock.now });
      device.notes = true;
      world.crash(device);
    },
    listen(device: Device, ticks: number) {
      for (let tickCount = 0; device.state && tickCount < ticks; tickCount++) {
        world.pass(medium.tick.seconds);
        device.position = Math.min(medium.end, device.position + medium.tick.length);
        save(device, "tick");
      }
    },
    download(device: Device) {
      if (device.network === "up") device.copy = server.current();
    },
    pause(device: Device) {
      if (device.state) save(device, "pause");
    },
    seek(device: Device, position: number) {
      if (!device.state) return;
      goTo(device, position, true);
      save(device, "seek");
    },
    rewind(device: Device, length: number) {
      if (device.state) device.position = Math.max(0, device.position - length);
    },
    /** The audio element loses its position, without any user action. */
    glitch(device: Device) {
      if (!device.state || device.position < medium.slack + medium.beginning) return;
      dispatch(device, { type: "save", position: toPosition(0), reason: "tick", now: clock.now });
      // The user answers the question, or notices the wrong position and goes back.
      const { offer } = device.state.page ?? {};
      if (!offer) return world.seek(device, device.position);
      const target = choose(device, "go");
      // its own position again, or another device's
      if (target !== device.position) goTo(device, target, offer.device === device.name);
    },
    focus(device: Device) {
      if (device.network === "up") dispatch(device, { type: "server-position", serverPosition: server.current() });
    },
    answer(device: Device, choice: "go" | "stay") {
      if (!device.state?.page?.offer) return;
      const target = choose(device, choice);
      if (choice === "go") goTo(device, target, false);
    },
    /** A client that sends only SPEC's three fields. */
    plain(position: number) {
      const before = server.current();
      const answer = server.plain(toPosition(position));
      if (answer.kind === "rejected") throw new Error("A call of SPEC was rejected");
      if (answer.serverPosition.revision > before.revision) writers.set(answer.serverPosition.revision, null);
      reached.say(position);
    },
    /** Every device comes online and sends its queue. */
    flushAll() {
      for (const device of devices) {
        device.network = "up";
        world.open(device);
        dispatch(device, { type: "flush" });
      }
    },
    waiting: () => devices.flatMap((device) => [...waitingSaves(device)]),
    /** Reached positions that are neither current nor in the history. */
    lost: () => reached.lost([server.current().position, ...world.history()]),
  };

  function choose(device: Device, choice: "go" | "stay"): number {
    dispatch(device, { type: "choose", choice, now: clock.now });
    return (device.state && currentPosition(device.state)?.position) ?? 0;
  }

  return world;
}

export type Devices = ReturnType<typeof createDevices>;

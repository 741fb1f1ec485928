import type { Book } from "#contract/books.ts";
import { SIGNED_OUT_CHANNEL } from "#web/api/session-actions.ts";
import { logProblem } from "#web/lib/log.ts";

import { canKeepOffline, fileOf, type Held, lookAtHeld } from "./held-book.ts";
import { asKeepError, type KeepFault, type ShownFault } from "./keep-error.ts";
import { keepOffline, stopKeeping } from "./keep-offline.ts";
import { KEEP_CHANNEL, KEEP_LOCK, type KeptBook } from "./kept-book.ts";

export type Keeping =
  /** Not known yet. */
  | { phase: "unknown" }
  /** This browser, or this window of it, cannot. */
  | { phase: "unable" }
  | { phase: "off"; wasReplaced: boolean; fault?: ShownFault }
  | { phase: "busy"; bytes: number }
  /** It stopped on the way; what has come stays for the next try. */
  | { phase: "part"; bytes: number; fault?: ShownFault }
  | { phase: "kept" };

/** How often a network is looked for of which the browser says nothing, in milliseconds. */
const RETRY_MS = 60_000;
/** Tells the other tabs how far a keeping is, and lets them end it. The worker says when it has freed something. */
type Message = { kind: "bytes"; bytes: number } | { kind: "ask" } | { kind: "changed" } | { kind: "give-up" };

export type Keeper = ReturnType<typeof createKeeper>;

/**
 * Keeps one audiobook for one member on this device. It goes on while one moves between the pages of the app, and
 * when the network is back; tabs that show the same book show the same state.
 * @param onEnd is told how a keeping ended that nobody saw
 */
export function createKeeper(book: Book, userId: number, onEnd: (keeping: Keeping) => void) {
  const file = fileOf(book, userId);
  const life = new AbortController();
  const channel = new BroadcastChannel(KEEP_CHANNEL);
  const listeners = new Set<() => void>();
  let state: Keeping = { phase: "unknown" };
  let work: AbortController | null = null;
  let isFollowing = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.kind === "give-up") work?.abort();
    else if (data.kind === "bytes") void follow(data.bytes);
    else if (data.kind === "ask") tellBytes();
    else {
      isFollowing = false;
      void look();
    }
  });
  const goOn = () => "fault" in state && state.fault === "network" && void keep({ isAgain: true });
  addEventListener("online", goOn, { signal: life.signal });
  // a phone that slept hears of no network that went or came
  document.addEventListener("visibilitychange", () => document.hidden || goOn(), { signal: life.signal });
  const signOuts = new BroadcastChannel(SIGNED_OUT_CHANNEL);
  signOuts.addEventListener("message", end);

  function set(next: Keeping) {
    if (life.signal.aborted) return;
    state = next;
    for (const listener of listeners) listener();
  }

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
  const tell = (message: Message) => life.signal.aborted || channel.postMessage(message);
  const tellBytes = () => work && state.phase === "busy" && tell({ kind: "bytes", bytes: state.bytes });

  /** Finds out how it stands, and waits for another tab that is at it. */
  async function look(ending?: Ending): Promise<void> {
    if (work || isFollowing) return;
    try {
      if (!file || !canKeepOffline()) return set({ phase: "unable" });
      const held = await lookAtHeld(file);
      if (work) return;
      set(keepingOf(held, ending));
      if (held.kind === "pieces" && (await isBusyElsewhere())) await follow(held.bytes);
    } catch (error) {
      logProblem("The browser lets nothing be kept here", error);
      set({ phase: "unable" });
    }
  }

  async function follow(bytes: number): Promise<void> {
    if (work) return;
    set({ phase: "busy", bytes });
    if (isFollowing) return;
    isFollowing = true;
    tell({ kind: "ask" });
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) return;
    // granted when the other tab is done, or gone
    await locks.request(KEEP_LOCK, { signal: life.signal }, () => undefined).catch(() => undefined);
    isFollowing = false;
    await look();
  }

  async function keep({ isAgain = false } = {}): Promise<void> {
    if (work || !file) return;
    clearTimeout(retry);
    const mine = new AbortController();
    work = mine;
    set({ phase: "busy", bytes: state.phase === "part" ? state.bytes : 0 });
    const ending = await alone(() => run(file, mine.signal));
    work = null;
    if (ending === "busy elsewhere") return follow(0);
    await look(ending);
    tell({ kind: "changed" });
    if (life.signal.aborted || ending === "given-up") return;
    if (ending === "network") retry = setTimeout(goOn, RETRY_MS);
    const isNews = !isAgain || ending !== "network";
    if (isNews && listeners.size === 0) onEnd(state);
  }

  /** @returns why it ended early */
  async function run(kept: KeptBook, signal: AbortSignal): Promise<Ending> {
    const onBytes = (bytes: number) => {
      set({ phase: "busy", bytes });
      tellBytes();
    };
    try {
      await keepOffline(book, kept, { onBytes, signal });
      return undefined;
    } catch (error) {
      const { fault } = asKeepError(error);
      if (fault !== "given-up") logProblem("The audiobook could not be kept offline", error);
      // who leaves goes on later, who gives up wants the room back
      else if (!life.signal.aborted) await stopKeeping();
      return fault;
    }
  }

  async function giveUp(): Promise<void> {
    if (work) return work.abort();
    tell({ kind: "give-up" });
  }

  /** Lets go of the book; what has come stays. */
  function end(): void {
    clearTimeout(retry);
    work?.abort();
    life.abort();
    channel.close();
    signOuts.close();
  }

  void look();
  return {
    book,
    userId,
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Begins, or goes on where it stopped. */
    keep: () => keep(),
    /** Ends a keeping on its way, in whichever tab, and frees its room. */
    giveUp,
    /** Frees the room. */
    async remove(): Promise<void> {
      await stopKeeping();
      await look();
      tell({ kind: "changed" });
    },
    end,
    hasEnded: () => life.signal.aborted,
  };
}

/** Why a keeping ended early; undefined when the book is kept. */
type Ending = KeepFault | undefined;

/** Runs when no other tab keeps a book. */
async function alone(run: () => Promise<Ending>): Promise<Ending | "busy elsewhere"> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return run();
  return locks.request(KEEP_LOCK, { ifAvailable: true }, (lock) => (lock ? run() : "busy elsewhere"));
}

async function isBusyElsewhere(): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === KEEP_LOCK);
}

function keepingOf(held: Held, ending: Ending): Keeping {
  const why = ending === undefined || ending === "given-up" || ending === "freed" ? {} : { fault: ending };
  if (held.kind === "whole") return { phase: "kept" };
  if (held.kind === "pieces") return { phase: "part", bytes: held.bytes, ...why };
  return { phase: "off", wasReplaced: held.wasReplaced, ...why };
}

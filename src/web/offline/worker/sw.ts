import { addressOf } from "#contract/address-of.ts";
import type { PageAnswers } from "#contract/first-paint.ts";
import { COPY_CALLS, COPY_PATH, jsonResponse } from "#web/offline/copy/copy.ts";
import {
  cachedResponse,
  cachedResponsesOwner,
  deleteAnswers,
  deleteOlderAnswers,
  USER,
} from "#web/offline/response-cache.ts";
import { storeAnswer, STORED_CALLS } from "#web/offline/store-answers.ts";

import {
  audioOfCopy,
  copyOrNetwork,
  deleteCopy,
  deleteOldCopy,
  fromCopy,
  hasWholeCopy,
  lookUpCopy,
  mayHaveCopy,
  refreshCopy,
  storedCopy,
} from "./book-copy.ts";
import { composeSoon } from "./member-page.ts";
import { type NoticeWorker, showNotices } from "./notices.ts";
import { isOwnAnswer } from "./own-answer.ts";
import { cacheFirst, isPage, networkFirst, openPage, renewPage, SHELL_CACHE, storeShell, trimShell } from "./shell.ts";

/** Worker globals missing from TypeScript's DOM types. */
type WorkerEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = WorkerEvent & { request: Request; respondWith: (answer: Promise<Response>) => void };
type Worker = {
  addEventListener: (name: string, listener: (event: FetchEvent) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

const worker = globalThis as unknown as Worker;

/** Files of members' pages in `/assets/`, filled in by the build. */
declare const MEMBER_PARTS: readonly string[];

/** Calls that begin a session. */
const SIGN_INS = /^\/api\/auth\/(?:login|register|setup|reset|passkey|device\/use)$/;

/** Counts ends and beginnings of sessions, so that answers of calls sent before aren't stored. */
let sessionGeneration = 0;

worker.addEventListener("install", (event) =>
  event.waitUntil(Promise.all([storeShell(MEMBER_PARTS), worker.skipWaiting()])),
);
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => event.waitUntil(lookUpCopy()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  // any site can navigate a browser there, but only our pages can post
  if (request.method === "POST" && pathname === addressOf("POST /api/auth/logout")) return event.waitUntil(signOut());
  if (request.method === "POST" && SIGN_INS.test(pathname)) return event.waitUntil(endSession());
  if (request.method !== "GET") return;
  if (pathname.startsWith(COPY_PATH)) event.respondWith(audioOfCopy(request));
  else if (request.destination === "audio") {
    // what isn't copied is the browser's: not all pass ranges through a worker
    if (hasWholeCopy()) event.respondWith(copyOrNetwork(request));
    else if (mayHaveCopy()) event.waitUntil(lookUpCopy());
  }
  // a chapter's frame navigates too
  else if (request.mode === "navigate" && isPage(pathname)) {
    event.waitUntil(lookUpCopy());
    event.respondWith(openPage(request, { during: (work) => event.waitUntil(work), onPage: keepAnswers() }));
  } else if (pathname.startsWith("/assets/")) event.respondWith(cacheFirst(request));
  else if (pathname.startsWith("/images/")) event.respondWith(networkFirst(request, SHELL_CACHE));
  else if (STORED_CALLS.test(pathname)) event.respondWith(call(event));
  else if (COPY_CALLS.test(pathname) && mayHaveCopy()) event.respondWith(networkOrCopy(event));
});

showNotices(globalThis as unknown as NoticeWorker);

async function activate(): Promise<void> {
  await Promise.all([trimShell(MEMBER_PARTS), deleteOlderAnswers(), worker.clients.claim()]);
  // the first page came before the worker
  await renewPage(keepAnswers());
}

/** Stores what a page came with, unless a session has ended or begun since this call. */
function keepAnswers(): (answers: PageAnswers) => Promise<void> {
  const before = sessionGeneration;
  return async (answers) => {
    const calls = Object.entries(answers).filter(([path]) => STORED_CALLS.test(path.split("?")[0] ?? ""));
    for (const [path, { body }] of calls)
      if (before === sessionGeneration) await keepAnswer(path, jsonResponse(body)).catch(() => undefined);
    // also without any, after a gate
    await composeSoon(SHELL_CACHE);
    if (before !== sessionGeneration) await deleteAnswers();
  };
}

/** @returns whether nothing of its member was stored before */
async function keepAnswer(path: string, answer: Response): Promise<boolean> {
  const isOther = path === USER && (await checkOwner(answer.clone()));
  if (path === addressOf("GET /api/books/current")) await deleteOldCopy(answer.clone());
  await storeAnswer(path, answer);
  return isOther;
}

async function networkOrCopy(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const answer = await fromNetwork(request);
  // a full device must not cost the answer
  if (answer?.ok) event.waitUntil(refreshCopy(request.url, answer).catch(() => undefined));
  return answer ?? (await fromCopy(request)) ?? Response.error();
}

/** Null without the club's answer: there is no network, or a proxy answered instead. */
async function fromNetwork(request: Request): Promise<Response | null> {
  const answer = await fetch(request).catch(() => null);
  return answer && (await isOwnAnswer(new URL(request.url).pathname, answer)) ? answer : null;
}

async function call(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const before = sessionGeneration;
  const first = await fromNetwork(request);
  const seen = first ? null : ((await cachedResponse(request)) ?? (await fromCopy(request)));
  if (seen) return seen;
  // the first call after the network came back often fails
  const answer = first ?? (await fromNetwork(request));
  if (!answer) return Response.error();
  if (answer.status === 401 && before === sessionGeneration) await endSession().catch(() => undefined);
  if (answer.status !== 200) return answer;
  // broken storage must not cost the answer
  const { pathname, search } = new URL(request.url);
  const isOther = await keepAnswer(pathname + search, answer.clone()).catch(() => false);
  if (isOther) event.waitUntil(renewPage(keepAnswers()));
  if (before === sessionGeneration) event.waitUntil(composeSoon(SHELL_CACHE));
  else await deleteAnswers().catch(() => undefined);
  return answer;
}

/** So the device's next member sees nothing of the previous member. @returns whether nothing of this one was stored */
async function checkOwner(answer: Response): Promise<boolean> {
  const { id } = await answer.json();
  const copy = await storedCopy();
  if (copy && copy.userId !== id) await deleteAll();
  if ((await cachedResponsesOwner()) === id) return false;
  await deleteAnswers();
  return true;
}

function signOut(): Promise<void> {
  sessionGeneration += 1;
  return deleteAll();
}

/** Also when another begins, so that nothing of the last member is shown. */
async function endSession(): Promise<void> {
  sessionGeneration += 1;
  await deleteAnswers();
}

const deleteAll = async (): Promise<void> => {
  await Promise.all([deleteCopy(), deleteAnswers()]);
};

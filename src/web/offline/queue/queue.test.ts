import { beforeEach, expect, test } from "bun:test";

import { OTHER_MEMBER, SIGNED_OUT } from "#contract/error-codes.ts";
import { ApiError } from "#web/api/client.ts";

import { createOfflineQueue } from "./queue.ts";

type Item = { about: string; says: string };
const item = (about: string, text = "yes"): Item => ({ about, says: text });

let storedItems: (ItemKey & { item: Item; refused?: string })[];
let [sent, notified]: [string[], string[]] = [[], []];
let respond: (item: Item) => Promise<void>;
let [isStuck, isDead, isLeft] = [false, false, false];
let [nowMs, listCount, settledCount] = [0, 0, 0];

beforeEach(() => {
  [storedItems, sent, notified] = [[], [], []];
  [respond, isStuck, isDead, isLeft] = [async () => undefined, false, false, false];
  [nowMs, listCount, settledCount] = [0, 0, 0];
});

type ItemKey = { key: string; at: number };
const isSame = (one: ItemKey, other: ItemKey) => one.key === other.key && one.at === other.at;

async function send(one: Item): Promise<string> {
  sent.push(`${one.about} ${one.says}`);
  await respond(one);
  notified.push(`${one.about} arrived`);
  return one.says;
}

/** A tab on the same device. */
const openQueue = () =>
  createOfflineQueue<Item>({
    store: {
      list: async () => {
        listCount += 1;
        if (isDead) throw new DOMException("The connection is closing", "InvalidStateError");
        return { items: storedItems.toSorted((one, other) => one.at - other.at), wasDeleted: false };
      },
      put: async (waiting) => {
        if (isDead) throw new DOMException("The connection is closing", "InvalidStateError");
        storedItems = [...storedItems.filter(({ key }) => key !== waiting.key), waiting];
      },
      reject: async (refused) => void (storedItems = storedItems.map((one) => (isSame(one, refused) ? refused : one))),
      remove: async (removed) => {
        if (isStuck) throw new Error("The browser's storage does not answer");
        storedItems = storedItems.filter((one) => !isSame(one, removed));
      },
    },
    getKey: ({ about }) => about,
    send,
    sendFirst: async () => undefined,
    onSettled: () => void (settledCount += 1),
    hasLeft: () => isLeft,
    onReject: ({ about, says }, { status }) => {
      notified.push(`${about} refused ${status}`);
      return says === "typed" ? "Too long" : null;
    },
    now: () => (nowMs += 1),
  });
const submit = (queue: ReturnType<typeof openQueue>, one: Item) => queue.submit(one, () => send(one));
const listKeys = () => storedItems.map(({ key }) => key);
const offline = async () => Promise.reject(new TypeError("Failed to fetch"));
const failWith =
  (status: number, body: string, isOwn = true) =>
  async (): Promise<void> =>
    Promise.reject(new ApiError(status, body, "", isOwn));
const respondStatus = (status: number, message = status === 401 ? SIGNED_OUT : "No") =>
  failWith(status, JSON.stringify({ message }));

test("waits offline, over a reload, and is sent once in order", async () => {
  const queueBefore = openQueue();
  respond = offline;
  await queueBefore.add(item("b"));
  await queueBefore.add(item("a"));
  await queueBefore.flush();
  // without a network it tries only the first entry
  expect([listKeys(), sent, notified]).toEqual([["b", "a"], ["b yes"], []]);

  const queueAfter = openQueue();
  respond = async () => undefined;
  await Promise.all([queueAfter.flush(), queueAfter.flush()]);
  expect([listKeys(), sent.slice(1), notified]).toEqual([[], ["b yes", "a yes"], ["b arrived", "a arrived"]]);
});

test("replaces an earlier entry of the same key, even in flight", async () => {
  const queue = openQueue();
  await queue.add(item("answer", "maybe"));
  await queue.add(item("answer", "no"));
  respond = async ({ says }) => {
    if (says === "no") await queue.add(item("answer", "yes"));
  };
  await queue.flush();
  expect([sent, listKeys()]).toEqual([["answer no", "answer yes"], []]);
});

test.each([429, 503])("after a %p it waits without blocking others", async (status) => {
  const queue = openQueue();
  for (const about of ["a", "b"]) await queue.add(item(about));
  respond = async ({ about }) => {
    if (about === "a") await respondStatus(status)();
  };
  await queue.flush();
  expect([sent, listKeys(), notified]).toEqual([["a yes", "b yes"], ["a"], ["b arrived"]]);
});

test.each([
  ["the session ended", respondStatus(401), ["a", "b"]],
  ["the member has left the page", async (): Promise<void> => void (isLeft = true), ["b"]],
] as const)("sends nothing more after %s", async (_, end, remainingEntries) => {
  const queue = openQueue();
  for (const about of ["a", "b"]) await queue.add(item(about));
  respond = end;
  await queue.flush();
  expect([sent, listKeys()]).toEqual([["a yes"], [...remainingEntries]]);
});

test.each([403, 404, 409, 422])("reports and removes what the server rejects with %p", async (status) => {
  const queue = openQueue();
  await queue.add(item("a"));
  respond = respondStatus(status);
  await queue.flush();
  expect([listKeys(), notified]).toEqual([[], [`a refused ${status}`]]);
});

test("keeps rejected text with its reason until it's restored", async () => {
  const queue = openQueue();
  await queue.add(item("a", "typed"));
  respond = respondStatus(422);
  await queue.flush();
  await queue.flush();
  expect([sent, notified]).toEqual([["a typed"], ["a refused 422"]]);
  expect(openQueue().all()).toEqual([]);
  expect(queue.all()).toMatchObject([{ item: item("a", "typed"), refused: "Too long" }]);
  respond = async () => undefined;
  await queue.add(item("a", "typed"));
  await queue.flush();
  expect([listKeys(), notified.at(-1)]).toEqual([[], "a arrived"]);
});

test("keeps what replaced a rejected entry in flight", async () => {
  const queue = openQueue();
  await queue.add(item("review", "typed"));
  respond = async ({ says }) => {
    if (says !== "typed") return;
    await queue.add(item("review", "typed better"));
    await respondStatus(422)();
  };
  await queue.flush();
  expect([sent, listKeys(), notified.at(-1)]).toEqual([["review typed", "review typed better"], [], "review arrived"]);
});

test("stores an entry before sending it, as the page may close", async () => {
  const queue = openQueue();
  const { promise: heldResponse, resolve: release } = Promise.withResolvers<void>();
  respond = () => heldResponse;
  const submission = submit(queue, item("a"));
  await Promise.resolve();
  expect([listKeys(), queue.all()]).toEqual([["a"], []]);

  const nextQueue = openQueue();
  respond = async () => undefined;
  await nextQueue.flush();
  expect([sent, listKeys()]).toEqual([["a yes", "a yes"], []]);
  release();
  expect(await submission).toBe("yes");
});

test("stays queued without a response, but not after a rejection", async () => {
  const queue = openQueue();
  respond = respondStatus(422);
  await expect(submit(queue, item("a"))).rejects.toBeInstanceOf(ApiError);
  expect([listKeys(), notified]).toEqual([[], []]);
  respond = offline;
  expect(await submit(queue, item("b"))).toBeNull();
  expect([listKeys(), queue.all().length]).toEqual([["b"], 1]);
  // behind the queued entries
  respond = async () => undefined;
  expect(await submit(queue, item("c"))).toBeNull();
  expect([sent.slice(2), listKeys()]).toEqual([["b yes", "c yes"], []]);
});

test("doesn't resend an entry that storage can't delete", async () => {
  const queue = openQueue();
  await queue.add(item("a"));
  isStuck = true;
  expect(await submit(queue, item("b"))).toBeNull();
  isStuck = false;
  await queue.flush();
  expect([sent, listKeys()]).toEqual([["a yes", "b yes"], []]);
});

test("keeps an entry that another session can't send", async () => {
  const other = respondStatus(409, OTHER_MEMBER);
  const queue = openQueue();
  for (const about of ["a", "b"]) await queue.add(item(about, "typed"));
  respond = other;
  await queue.flush();
  expect([sent, listKeys(), notified]).toEqual([["a typed"], ["a", "b"], []]);

  storedItems = [];
  const nextQueue = openQueue();
  await expect(submit(nextQueue, item("c"))).rejects.toBeInstanceOf(ApiError);
  expect([listKeys(), nextQueue.all().map(({ key }) => key)]).toEqual([["c"], ["c"]]);
  respond = async () => undefined;
  await openQueue().flush();
  expect([listKeys(), notified]).toEqual([[], ["c arrived"]]);
});

test("keeps entries in the tab while storage fails, then saves", async () => {
  const queue = openQueue();
  await queue.refresh();
  [isDead, respond] = [true, offline];
  expect(await submit(queue, item("a", "typed"))).toBeNull();
  await queue.add(item("b"));
  await queue.flush();
  expect([queue.all().map(({ key }) => key), queue.getProblem(), listKeys()]).toEqual([["a", "b"], "not stored", []]);

  isDead = false;
  await queue.flush();
  expect([listKeys(), queue.getProblem()]).toEqual([["a", "b"], null]);

  [isDead, respond] = [true, async () => undefined];
  await queue.add(item("c"));
  await queue.flush();
  expect([sent.slice(-3), queue.all(), queue.getProblem()]).toEqual([["a typed", "b yes", "c yes"], [], null]);
});

test("reports failure in a browser without any storage", async () => {
  const queue = openQueue();
  [isDead, respond] = [true, offline];
  await expect(submit(queue, item("a", "typed"))).rejects.toThrow("Failed to fetch");
  expect([queue.all(), queue.getProblem()]).toEqual([[], null]);
});

test("doesn't mix an unsaved entry with its replacement", async () => {
  const queue = openQueue();
  isDead = true;
  await queue.add(item("a", "first"));
  await queue.add(item("a", "second"));
  isDead = false;
  await queue.flush();
  expect(sent).toEqual(["a second"]);
});

test("sends a thousand in order, and reads and refetches once", async () => {
  const queue = openQueue();
  const numbers = Array.from({ length: 1000 }, (_, number) => `${number}`);
  for (const number of numbers) storedItems.push({ key: number, at: Number(number), item: item(number) });
  respond = ({ about }) => (Number(about) < 500 ? Promise.resolve() : respondStatus(404)());
  await queue.flush();
  expect([sent, listKeys(), listCount, settledCount]).toEqual([numbers.map((number) => `${number} yes`), [], 1, 1]);
});

test("keeps the order of a kind at its limit, sends other kinds", async () => {
  const queue = openQueue();
  for (const about of ["post/1", "answer/1", "post/2"]) await queue.add(item(about));
  respond = () => (sent.length === 1 ? respondStatus(429)() : Promise.resolve());
  await queue.flush();
  await queue.flush();
  expect(notified).toEqual(["answer/1 arrived", "post/1 arrived", "post/2 arrived"]);
});

test("shows the server's reason until it accepts the entry", async () => {
  const queue = openQueue();
  await queue.add(item("a"));
  respond = respondStatus(503, "The club is busy. Please try again.");
  await queue.flush();
  expect([queue.getProblem(), listKeys()]).toEqual([{ message: "The club is busy. Please try again." }, ["a"]]);
  respond = offline;
  await queue.flush();
  expect(queue.getProblem()).toBeNull();
});

test.each([
  ["a login proxy's page", failWith(401, "<title>Gate", false)],
  ["a login proxy's refusal in JSON", failWith(401, '{"message":"Unauthorized"}', false)],
  ["a firewall's page", failWith(403, "<title>Blocked", false)],
  ["another program's refusal in JSON", failWith(403, '{"message":"Forbidden"}', false)],
  ["another program that knows no such address", failWith(404, '{"message":"no Route matched"}', false)],
])("after %s everything waits, also the entry sent just now, and a few tries are enough", async (_, gate) => {
  const queue = openQueue();
  respond = gate;
  expect(await submit(queue, item("a", "typed"))).toBeNull();
  for (const about of ["b", "c", "d", "e"]) await queue.add(item(about));
  sent = [];
  await queue.flush();
  expect([sent.length, listKeys(), notified, queue.getProblem()]).toEqual([3, ["a", "b", "c", "d", "e"], [], null]);
});

test("notifies listeners of each added or removed entry", async () => {
  const queue = openQueue();
  const lengths: number[] = [];
  queue.subscribe(() => lengths.push(queue.all().length));
  await queue.add(item("a"));
  await queue.remove("a");
  expect(lengths).toEqual([1, 0]);
});

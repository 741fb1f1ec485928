import { heapStats } from "bun:jsc";
import { describe, expect, test } from "bun:test";

import { createUploadLocks } from "./upload-locks.ts";

const createOpenSignal = () => new AbortController().signal;

describe("an upload", () => {
  test("is locked by one call, which the next one interrupts", async () => {
    const locks = createUploadLocks();
    const order: string[] = [];
    const [firstLock, secondLock, otherLock] = [locks.newLock("a"), locks.newLock("a"), locks.newLock("b")];
    await firstLock.lock(createOpenSignal(), () => void order.push("asked to stop"));
    await otherLock.lock(createOpenSignal(), () => void order.push("never"));
    const pendingLock = secondLock.lock(createOpenSignal(), () => {}).then(() => order.push("second"));
    await Bun.sleep(5);
    order.push("first ends");
    await firstLock.unlock();
    await pendingLock;
    expect(order).toEqual(["asked to stop", "first ends", "second"]);
    await secondLock.unlock();
    await locks.newLock("a").lock(createOpenSignal(), () => {});
  });

  test("is never locked by two waiting calls at once", async () => {
    const locks = createUploadLocks();
    let [lockedCount, mostLocked] = [0, 0];
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const lock = locks.newLock("a");
        await lock.lock(createOpenSignal(), () => {});
        lockedCount += 1;
        mostLocked = Math.max(mostLocked, lockedCount);
        await Bun.sleep(1);
        lockedCount -= 1;
        await lock.unlock();
      }),
    );
    expect([lockedCount, mostLocked]).toEqual([0, 1]);
  });

  test("stops waiting if the caller leaves or after a timeout", async () => {
    const locks = createUploadLocks(20);
    const lock = locks.newLock("a");
    await lock.lock(createOpenSignal(), () => {});
    const aborter = new AbortController();
    const abortedLock = locks.newLock("a").lock(aborter.signal, () => {});
    aborter.abort();
    await expect(abortedLock).rejects.toMatchObject({ status_code: 500 });
    await expect(locks.newLock("a").lock(createOpenSignal(), () => {})).rejects.toMatchObject({ status_code: 500 });
    await expect(locks.newLock("a").unlock()).rejects.toThrow();
  });

  test("doesn't pile up promises while a caller waits", async () => {
    const locks = createUploadLocks();
    const lock = locks.newLock("a");
    await lock.lock(createOpenSignal(), () => {});
    Bun.gc(true);
    const countPromises = () => heapStats().objectTypeCounts["Promise"] ?? 0;
    const promisesBefore = countPromises();
    const pendingLock = locks.newLock("a").lock(createOpenSignal(), () => {});
    for (let turn = 0; turn < 5000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    Bun.gc(true);
    expect(countPromises() - promisesBefore).toBeLessThan(500);
    await lock.unlock();
    await pendingLock;
  });
});

import { heapStats } from "bun:jsc";
import { describe, expect, test } from "bun:test";

import { createUploadLocks } from "./upload-locks.ts";

const open = () => new AbortController().signal;

describe("an upload", () => {
  test("is locked by one call, which the next one interrupts", async () => {
    const locks = createUploadLocks();
    const order: string[] = [];
    const [first, second, other] = [locks.newLock("a"), locks.newLock("a"), locks.newLock("b")];
    await first.lock(open(), () => void order.push("asked to stop"));
    await other.lock(open(), () => void order.push("never"));
    const next = second.lock(open(), () => {}).then(() => order.push("second"));
    await Bun.sleep(5);
    order.push("first ends");
    await first.unlock();
    await next;
    expect(order).toEqual(["asked to stop", "first ends", "second"]);
    await second.unlock();
    await locks.newLock("a").lock(open(), () => {});
  });

  test("is never locked by two waiting calls at once", async () => {
    const locks = createUploadLocks();
    let [now, mostLocked] = [0, 0];
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const lock = locks.newLock("a");
        await lock.lock(open(), () => {});
        now += 1;
        mostLocked = Math.max(mostLocked, now);
        await Bun.sleep(1);
        now -= 1;
        await lock.unlock();
      }),
    );
    expect([now, mostLocked]).toEqual([0, 1]);
  });

  test("stops waiting if the caller leaves or after a timeout", async () => {
    const locks = createUploadLocks(20);
    const lock = locks.newLock("a");
    await lock.lock(open(), () => {});
    const aborter = new AbortController();
    const abortedLock = locks.newLock("a").lock(aborter.signal, () => {});
    aborter.abort();
    await expect(abortedLock).rejects.toMatchObject({ status_code: 500 });
    await expect(locks.newLock("a").lock(open(), () => {})).rejects.toMatchObject({ status_code: 500 });
    await expect(locks.newLock("a").unlock()).rejects.toThrow();
  });

  test("doesn't pile up promises while a caller waits", async () => {
    const locks = createUploadLocks();
    const lock = locks.newLock("a");
    await lock.lock(open(), () => {});
    Bun.gc(true);
    const promises = () => heapStats().objectTypeCounts["Promise"] ?? 0;
    const before = promises();
    const next = locks.newLock("a").lock(open(), () => {});
    for (let turn = 0; turn < 5000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    Bun.gc(true);
    expect(promises() - before).toBeLessThan(500);
    await lock.unlock();
    await next;
  });
});

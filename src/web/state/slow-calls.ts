import { atom, getDefaultStore } from "jotai";

export const SLOW_CALL_MS = 8000;

export const slowCallsAtom = atom(0);

export async function countWhileSlow<T>(call: Promise<T>): Promise<T> {
  const store = getDefaultStore();
  const changeCount = (change: number) => store.set(slowCallsAtom, (count) => count + change);
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    changeCount(1);
  }, SLOW_CALL_MS);
  try {
    return await call;
  } finally {
    clearTimeout(timer);
    if (isSlow) changeCount(-1);
  }
}

import { toSpeed } from "./speed.ts";

/** Stored on this device, where the browser allows it. */
export type Preferences = ReturnType<typeof createPreferences>;

/** @param storage null where the browser refuses it */
export function createPreferences(storage: Pick<Storage, "getItem" | "setItem"> | null) {
  const read = (key: string) => storage?.getItem(`player.${key}`) ?? null;
  const write = (key: string, value: string) => {
    try {
      storage?.setItem(`player.${key}`, value);
    } catch {
      // Full or forbidden: the setting lasts until the page is left.
    }
  };
  return {
    rate: (bookId: number) => toSpeed(Number(read(`rate.${bookId}`) ?? read("rate") ?? 1)),
    setRate: (bookId: number, rate: number) => {
      write(`rate.${bookId}`, String(rate));
      write("rate", String(rate));
    },
    volume: () => {
      const volume = Number(read("volume") ?? 1);
      return volume >= 0 && volume <= 1 ? volume : 1;
    },
    setVolume: (volume: number) => write("volume", String(volume)),
  };
}

/** Null where reading it throws. */
export function browserStorage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

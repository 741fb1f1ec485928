import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

import { toSpeed } from "./speed.ts";

/** Stored on this device if the browser allows it. */
export type Preferences = ReturnType<typeof createPreferences>;

export function createPreferences(read = readStored, write: (key: string, value: string) => void = writeStored) {
  return {
    rate: (bookId: number) => toSpeed(Number(read(`player.rate.${bookId}`) ?? read("player.rate") ?? 1)),
    setRate: (bookId: number, rate: number) => {
      write(`player.rate.${bookId}`, String(rate));
      write("player.rate", String(rate));
    },
    volume: () => {
      const volume = Number(read("player.volume") ?? 1);
      return volume >= 0 && volume <= 1 ? volume : 1;
    },
    setVolume: (volume: number) => write("player.volume", String(volume)),
  };
}

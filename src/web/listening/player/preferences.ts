import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

import { toSpeed } from "./speed.ts";

/** Of this book, else the latest of any. Stored on this device if the browser allows it, as the volume. */
export const readRate = (bookId: number): number =>
  toSpeed(Number(readStored(`player.rate.${bookId}`) ?? readStored("player.rate") ?? 1));

export function storeRate(bookId: number, rate: number): void {
  writeStored(`player.rate.${bookId}`, String(rate));
  writeStored("player.rate", String(rate));
}

export function readVolume(): number {
  const volume = Number(readStored("player.volume") ?? 1);
  return volume >= 0 && volume <= 1 ? volume : 1;
}

export const storeVolume = (volume: number): void => writeStored("player.volume", String(volume));

import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

const KEY = "sign-out-waits";

/** Remembers that the server hasn't heard of a sign-out yet. Where storage refuses, the session lasts until it expires. */
export const setPendingSignOut = (waits: boolean): void => writeStored(KEY, waits ? "" : null);

export const hasPendingSignOut = (): boolean => readStored(KEY) !== null;

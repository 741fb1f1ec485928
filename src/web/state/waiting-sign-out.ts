import { readStored, store } from "#web/lib/device-storage.ts";

const KEY = "sign-out-waits";

/** Remembers that the server hasn't heard of a sign-out yet. Where storage refuses, the session lasts until it expires. */
export const rememberSignOut = (waits: boolean): void => store(KEY, waits ? "" : null);

export const signOutWaits = (): boolean => readStored(KEY) !== null;

import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

const KEY = "new-member";

/** Until Home has welcomed them. */
export const rememberNewMember = (userId: number): void => writeStored(KEY, String(userId));

export const isNewMember = (userId: number): boolean => readStored(KEY) === String(userId);

export const forgetNewMember = (): void => writeStored(KEY, null);

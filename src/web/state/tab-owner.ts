import { tabStorage } from "#web/lib/browser/device-storage.ts";

const KEY = "owner";

/** The member whose drafts and responses this tab has, or null. */
export function readTabOwner(): number | null {
  const owner = tabStorage.read(KEY);
  return owner === null ? null : Number(owner);
}

export const setTabOwner = (userId: number): void => tabStorage.write(KEY, String(userId));

export const clearTab = (): void => tabStorage.clear();

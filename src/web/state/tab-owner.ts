import { tabStorage } from "#web/lib/browser/device-storage.ts";

const OWNER_KEY = "owner";

/** The member to whom this tab's drafts and responses belong, or null. */
export function readTabOwner(): number | null {
  const owner = tabStorage.read(OWNER_KEY);
  return owner === null ? null : Number(owner);
}

export const setTabOwner = (userId: number): void => tabStorage.write(OWNER_KEY, String(userId));

export const clearTabStorage = (): void => tabStorage.clear();

import type { NewerSave } from "./backlog.ts";
import type { SavedPlace } from "./save-queue.ts";

/** Another player's newer position, offered as 'Go there / Stay here'. */
export type Offer = {
  position: number;
  locator: string | null;
  revision: number;
  device: string | null;
  at: string;
  /** True when the server is already there, so no save is needed. */
  isSaved: boolean;
};

export function offerOf({ currentTime, locator = null, revision, device, updatedAt }: SavedPlace): Offer {
  const at = updatedAt ?? new Date(0).toISOString();
  return { position: currentTime, locator, revision, device, at, isSaved: true };
}

export function offerOfUnsent({ save, progress }: NewerSave): Offer {
  const { position, locator = null, device, at } = save;
  const { revision } = progress;
  return { position, locator, revision, device, at: new Date(at).toISOString(), isSaved: false };
}

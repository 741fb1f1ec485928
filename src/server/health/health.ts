import type { Health } from "#contract/club.ts";
import { VERSION } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** Tries a database write. @throws AppError 'busy' (503) when it fails */
export function checkHealth(deps: Deps): Health {
  try {
    deps.stores.probeWrite();
  } catch (cause) {
    throw new AppError("busy", "The club's database can't be written right now.", { cause, retryAfter: 30 });
  }
  return { status: "ok", version: VERSION };
}

import type { Health } from "#contract/club.ts";
import { VERSION } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** Tries a database write. @param isAdmin names missing folders, too @throws AppError 'busy' (503) when it fails */
export function checkHealth(deps: Deps, isAdmin = false): Health {
  try {
    deps.stores.probeWrite();
  } catch (cause) {
    throw new AppError("busy", "The club's database can't be written right now.", { cause, retryAfter: 30 });
  }
  const { missing } = deps.folders;
  if (missing.length > 0) return { status: "incomplete", ...(isAdmin && { missing: [...missing] }) };
  return { status: "ok", version: VERSION };
}

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Deps } from "#server/deps.ts";
import { createHandler, type Handler } from "#server/handler.ts";

/**
 * One app for many clubs, of which one at a time is open: building an app and compiling its routes takes most of a
 * club's time. Each club has its own database, clock and caches; the storage folder is the same, emptied for each.
 * Settings that routes read when they are made, like PUBLIC_URL, must be the same. Call `close` at the end.
 */
export function createSharedApp() {
  const storageDir = mkdtempSync(join(tmpdir(), "bookclub-test-"));
  let current: Deps | null = null;
  const ofCurrent = (deps: Deps) => new Proxy(deps, { get: (_, key) => Reflect.get(current ?? deps, key) });
  let first: { deps: Deps; handler: Handler } | null = null;
  return {
    emptyStorage: (): string => {
      for (const name of readdirSync(storageDir)) rmSync(join(storageDir, name), { recursive: true, force: true });
      return storageDir;
    },
    /** The app, from now on with this club's parts. */
    serve: async (deps: Deps): Promise<Handler> => {
      // only a new app makes the folders itself
      await deps.disk.prepare();
      current = deps;
      first ??= { deps, handler: createHandler(ofCurrent(deps), { fetch: () => new Response("page") }) };
      const { mailBell } = first.deps;
      // the app listens to the first club's bell
      if (deps.mailBell !== mailBell) deps.mailBell.listen(mailBell.ring);
      return first.handler;
    },
    close: () => rmSync(storageDir, { recursive: true, force: true }),
  };
}

export type SharedApp = ReturnType<typeof createSharedApp>;

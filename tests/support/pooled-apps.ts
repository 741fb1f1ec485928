import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Deps } from "#server/deps.ts";
import { createHandler, type Handler } from "#server/handler.ts";
import type { WebAssets } from "#server/pages/web-assets.ts";

type App = { storageDir: string; serve: (deps: Deps) => Promise<Handler> };

const free = new Map<string, App[]>();
const PAGE: WebAssets = { fetch: () => new Response("page") };

/**
 * An app for one club at a time, which later clubs of this process use again: making an app and compiling its routes
 * takes most of a club's time. Each club has its own database, clock, caches and files; the path of its storage is the
 * app's. Routes read some settings when they are made, so clubs that share an app have the same ones, except for the
 * addresses of stand-ins.
 */
export function takeApp(
  environment: Record<string, string>,
  { web, settles }: { web?: WebAssets | undefined; settles?: boolean | undefined },
) {
  const key = JSON.stringify(environment).replaceAll(/127\.0\.0\.1:\d+/g, "here");
  // mail on its way is the app's: it would wait for the next club's
  const canShare = !web && !("MEDIA" in environment) && (settles || !("EMAIL_FROM" in environment));
  const app = (canShare && free.get(key)?.pop()) || createApp(web);
  let isTaken = canShare;
  const giveBack = () => {
    // once, also where a club is closed twice: two clubs would share it
    if (isTaken) free.set(key, [...(free.get(key) ?? []), app]);
    isTaken = false;
  };
  return { ...app, giveBack };
}

function createApp(web = PAGE): App {
  let current: Deps | null = null;
  let first: { deps: Deps; handler: Handler } | null = null;
  return {
    storageDir: mkdtempSync(join(tmpdir(), "bookclub-test-")),
    serve: async (deps) => {
      // only a new app makes the folders itself
      await deps.disk.prepare();
      current = deps;
      const ofCurrent = new Proxy(deps, { get: (_, key) => Reflect.get(current ?? deps, key) });
      first ??= { deps, handler: createHandler(ofCurrent, web) };
      const { outboxNotifier } = first.deps;
      // the app listens to the first club's bell
      if (deps.outboxNotifier !== outboxNotifier) deps.outboxNotifier.listen(outboxNotifier.notify);
      return first.handler;
    },
  };
}

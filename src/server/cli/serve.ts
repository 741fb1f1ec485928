import { isIP } from "node:net";

import { errorCode } from "#db/errors.ts";
import { closeDatabase } from "#db/open.ts";
import { webDistDir } from "#server/adapters/program.ts";
import type { Config } from "#server/config.ts";
import { publicOrigin } from "#server/config.ts";
import { createDeps } from "#server/deps.ts";
import { createHandler, type Handler } from "#server/handler.ts";
import { BODY_MAX_BYTES, IDLE_TIMEOUT_SECONDS } from "#server/http/connection.ts";
import { securityHeaders } from "#server/http/security-headers.ts";
import { createSetUpCode } from "#server/members/club.ts";
import { createClubRewrites } from "#server/pages/club-assets.ts";
import { createPageVariants } from "#server/pages/page-variants.ts";
import { createWebAssets } from "#server/pages/web-assets.ts";
import { lockStorage, openStorage, requireSafeDisk, writeClubMarker } from "#server/storage/folder.ts";
import { checkFolders } from "#server/storage/folders.ts";
import { runPendingSwap } from "#server/storage/swap-storage.ts";

import { type Command, readConfigAndDropRoot, TaskError } from "./command.ts";
import { respondWhileUpgrading } from "./upgrading.ts";

/** Loading the rest of the program must not delay the first page. */
const PRELOAD_DELAY_MS = 100;
/** The time that running requests get after SIGTERM (promise O06). */
const SHUTDOWN_GRACE_MS = 30_000;

export const serve: Command = {
  summary: "runs the club (the default)",
  usage: `bookclub [serve]

Settings are environment variables: see .env.example. With an empty storage it prints a link to create the first admin.`,
  run: async ({ environment, print, printError }) => {
    process.umask(0o077);
    const config = readConfigAndDropRoot(environment);
    const diskWarning = await requireSafeDisk(config.storageDir);
    const lock = lockStorage(config.storageDir);
    const replacedStorage = runPendingSwap(config.storageDir);
    const freePort = respondWhileUpgrading(config, environment);
    const db = openStorage(config.storageDir);
    await freePort();
    const deps = createDeps(config, db);
    await deps.disk.prepare();
    await deps.disk.deleteStaleTmpFiles();
    checkFolders(deps);
    const variants = createPageVariants(config, deps.clock);
    const handler = createHandler(deps, createWebAssets(webDistDir(), createClubRewrites(config), variants));
    const server = listen(config, handler);
    // an unhandled rejection would end the process, and every upload with it
    process.on("unhandledRejection", handler.logUncaughtError);
    process.on("uncaughtException", handler.logUncaughtError);
    const shutdown = waitForShutdown(server);
    // responds to pending requests first
    await Bun.sleep(0);

    const address = publicOrigin({ ...config, port: server.port ?? config.port });
    print(`${config.clubName} runs on ${address}`);
    for (const sentence of [diskWarning, writeClubMarker(config)]) if (sentence !== null) printError(sentence);
    if (replacedStorage) print(`A backup was restored; the old storage is kept in ${replacedStorage}.`);
    const code = createSetUpCode(deps);
    print(
      code ? `Create the first admin within 24 hours: ${address}/auth?setup=${code}` : `Sign in at ${address}/auth`,
    );

    await Bun.sleep(PRELOAD_DELAY_MS);
    await handler.preloadRoutes();
    const { startJobs } = await import("#server/jobs/start.ts");
    const stopJobs = await startJobs(deps);
    Bun.shrink();
    await shutdown;
    await stopJobs();
    closeDatabase(db);
    lock.close();
  },
};

function listen(config: Config, handler: Handler) {
  try {
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: BODY_MAX_BYTES,
      development: false,
      // otherwise Bun 1.4.5 shares the port with another club, and each gets some requests
      reusePort: false,
      fetch: (request, server) => handler.fetch(request, server),
      error: (error) => {
        handler.logUncaughtError(error);
        const body = { message: "Something went wrong on our side. Please try again." };
        return Response.json(body, { status: 500, headers: securityHeaders(config) });
      },
    });
  } catch (error) {
    // Bun also reports it for a name that it can't resolve
    if (errorCode(error) === "EADDRINUSE" && (isIP(config.host) > 0 || config.host === "localhost"))
      throw new TaskError(
        `Port ${config.port} on ${config.host} is in use: set PORT to another, or stop the program using it.`,
      );
    if (errorCode(error) === "EACCES")
      throw new TaskError(`Port ${config.port} isn't allowed for this user: set PORT above 1023.`);
    throw new TaskError(`Can't listen on ${config.host}:${config.port}: check HOST and PORT.`);
  }
}

/** Waits for SIGTERM or SIGINT, then for running requests; a second signal stops waiting. */
function waitForShutdown(server: Bun.Server<undefined>): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = () => {
      if (isStopping) return resolve();
      isStopping = true;
      const timer = setTimeout(resolve, SHUTDOWN_GRACE_MS);
      void server.stop(false).finally(() => {
        clearTimeout(timer);
        resolve();
      });
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
}

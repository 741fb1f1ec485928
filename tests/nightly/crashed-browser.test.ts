import { expect, spyOn, test } from "bun:test";

import { onDevice } from "#tests/engines/device.ts";
import { childrenOf, readProcess } from "#tests/support/child-processes.ts";
import { startClub } from "#tests/support/executable.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";

const descendantsOf = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

// WebKit ends the driver's session then
test.skipIf(findMissingEnginePart("webkit") !== null)(
  "a crash of WebKit's network process fails the next step at once",
  async () => {
    const club = await startClub();
    await onDevice("webkit", club, {}, async (device) => {
      await device.open("/auth");
      await device.sees("Username");
      const processes = descendantsOf(process.pid).filter((pid) =>
        readProcess(pid, "cmdline").includes("WebKitNetworkProcess"),
      );
      for (const pid of processes) process.kill(pid, "SIGKILL");
      const run = spyOn(device.driver, "run");
      await expect(device.sees("What comes never")).rejects.toThrow("session");
      const commands = await Promise.allSettled(run.mock.results.map(({ value }) => value));
      const endedCommands = commands.filter(
        (one) => one.status === "rejected" && /invalid session id/.test(String(one.reason)),
      );
      // by the search for the text, which isn't repeated, and by that for what the page shows instead
      expect([processes.length, endedCommands.length]).toEqual([1, 2]);
    });
    await club.stop();
  },
  300_000,
);

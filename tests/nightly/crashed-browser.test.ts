import { expect, test } from "bun:test";

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
      const startedAt = Date.now();
      await expect(device.sees("What comes never")).rejects.toThrow("session");
      expect([processes.length, Math.floor((Date.now() - startedAt) / 10_000)]).toEqual([1, 0]);
    });
    await club.stop();
  },
  300_000,
);

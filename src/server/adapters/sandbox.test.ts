import { afterAll, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { childrenOf, isGone } from "#tests/support/child-processes.ts";
import { epub } from "#tests/support/epub.ts";
import { until } from "#tests/support/poll-until.ts";

import { createSandbox, type Sandbox } from "./sandbox.ts";

const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A FIFO without a writer; opening it blocks. */
function createEndlessFile(): string {
  const path = join(folder, crypto.randomUUID());
  execFileSync("mkfifo", [path]);
  return path;
}

test("reads a file in a child process, and passes its error on", async () => {
  const sandbox = createSandbox();
  const path = join(folder, "emma.epub");
  await Bun.write(path, epub({ title: "Emma" }));
  expect(await sandbox.run(["epub", path])).toMatchObject({ title: "Emma", author: "Jane Austen", cover: null });
  await Bun.write(path, "no book");
  await expect(sandbox.run(["epub", path])).rejects.toMatchObject({
    code: "invalid",
    message:
      "This is not a usable EPUB: it isn't a ZIP file, or its end is missing. Open it in Calibre and convert it to EPUB, then upload that file.",
  });
});

test("kills a child process that takes too long, reads the next", async () => {
  const errorOf = (sandbox: Sandbox, path: string) => sandbox.run(["epub", path]).catch((error: unknown) => error);
  const missingPath = join(folder, "none.epub");
  const started = performance.now();
  await errorOf(createSandbox(), missingPath);
  // a time limit that this machine can meet now
  const sandbox = createSandbox({ timeMaxMs: 1000 + 4 * Math.round(performance.now() - started) });
  const [timeoutError, nextError] = [errorOf(sandbox, createEndlessFile()), errorOf(sandbox, missingPath)];
  expect(await timeoutError).toMatchObject({ code: "invalid", message: expect.stringContaining("memory or time") });
  await nextError;
  // on a busy machine, this run may exceed the limit, too
  await until(
    () => errorOf(sandbox, missingPath),
    (error) => Error.isError(error) && error.message.includes("a ZIP file"),
  );
});

test("a child process that uses too much memory is killed", async () => {
  const smallSandbox = createSandbox({ memoryMaxBytes: 8 * 1024 * 1024 });
  await expect(smallSandbox.run(["epub", createEndlessFile()])).rejects.toThrow("memory or time");
});

test("a child process that uses too much CPU time is killed", async () => {
  const smallSandbox = createSandbox({ cpuMaxMs: 10 });
  await expect(smallSandbox.run(["epub", createEndlessFile()])).rejects.toThrow("memory or time");
});

test("reads a file in a child process that waits for the CPU", async () => {
  const cpuMaxMs = 2000;
  const path = createEndlessFile();
  const reading = createSandbox({ cpuMaxMs }).run(["image", path]);
  const startedAt = performance.now();
  await until(() => performance.now() - startedAt > cpuMaxMs);
  await Bun.write(path, "no image");
  await expect(reading).rejects.toThrow("isn't a picture");
});

test("cancels running and waiting tasks when the sender leaves", async () => {
  const sandbox = createSandbox();
  const aborter = new AbortController();
  const runs = Promise.allSettled(
    [1, 2].map(() => sandbox.run(["epub", createEndlessFile()], { signal: aborter.signal })),
  );
  await until(() => childrenOf(process.pid).length > 0);
  aborter.abort();
  for (const run of await runs) expect(run).toMatchObject({ reason: { code: "malformed" } });
});

test("a child process ends with its parent, even when killed", async () => {
  const script = `import { createSandbox } from "#server/adapters/sandbox.ts";
    await createSandbox().run(["epub", ${JSON.stringify(createEndlessFile())}]);`;
  const parent = Bun.spawn([process.execPath, "-e", script], {
    cwd: join(import.meta.dir, "../../.."),
    stdio: ["ignore", "ignore", "ignore"],
  });
  await until(() => childrenOf(parent.pid).length > 0);
  const [child = 0] = childrenOf(parent.pid);
  // wait until the kernel will kill it with its parent
  await until(async () => (await Bun.file(`/proc/${child}/oom_score_adj`).text()).trim() === "1000");
  parent.kill("SIGKILL");
  await until(() => isGone(child));
});

test("reads nothing in a child whose parent has ended", async () => {
  const child = Bun.spawn([process.execPath, "src/server/main.ts", "inspect", "epub", createEndlessFile()], {
    env: { INSPECTED_BY: "1" },
    stdout: "pipe",
  });
  expect([await child.exited, await new Response(child.stdout).text()]).toEqual([0, ""]);
});

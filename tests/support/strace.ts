import { findStraceProblem } from "../../scripts/strace.ts";
import { isGone } from "./child-processes.ts";

const reason = findStraceProblem();

/** Whether tests can inject disk errors here; if not, prints the reason once. */
export const canInject = reason === null;
if (!canInject) console.log(`skipped where the disk has to fail: ${reason}`);

/**
 * Makes a system call of a running process fail, in `strace -e inject` syntax, such as `fsync:error=EIO:when=2+`.
 * `threads`: in all threads, not just the first, which writes to the database. `path`: only for that file. Returns once
 * active; `end` removes the error and returns how often it occurred.
 */
export async function injectError(pid: number, error: string, { threads = false, path = "" } = {}) {
  const calls = error.slice(0, error.indexOf(":"));
  const filters = ["-p", String(pid), "-e", `trace=${calls}`, "-e", `inject=${error}`];
  const command = ["strace", ...(threads ? ["-f"] : []), ...(path ? ["-P", path] : []), ...filters];
  const trace = Bun.spawn(command, { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  let output = "";
  const whenAttached = Promise.withResolvers<void>();
  const reading = trace.stderr.pipeTo(
    new WritableStream({
      write: (chunk) => {
        output += new TextDecoder().decode(chunk);
        if (output.includes("attached")) whenAttached.resolve();
      },
    }),
  );
  await Promise.race([
    whenAttached.promise,
    trace.exited.then(() => Promise.reject(new Error(`strace did not attach: ${output}`))),
  ]);
  return {
    end: async (): Promise<number> => {
      // strace never ends if its error killed the process
      trace.kill(isGone(pid) ? "SIGKILL" : "SIGINT");
      await trace.exited;
      await reading;
      return output.split("(INJECTED)").length - 1;
    },
  };
}

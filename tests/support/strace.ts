import { whyNoFaults } from "../../scripts/strace.ts";

const reason = whyNoFaults();

/** Whether this machine lets tests make the disk fail; when not, the reason is printed once. */
export const canInject = reason === null;
if (!canInject) console.log(`skipped where the disk has to fail: ${reason}`);

/**
 * Lets a system call of a running process fail, as `strace -e inject` has it, e.g. `fsync:error=EIO:when=2+`.
 * `threads`: of all its threads, and not of the first alone, which is the one that writes to the database.
 * `path`: for that file alone. Comes back once it is in force; `end` takes the fault away and tells how often it struck.
 */
export async function injectFault(pid: number, fault: string, { threads = false, path = "" } = {}) {
  const calls = fault.slice(0, fault.indexOf(":"));
  const at = ["-p", String(pid), "-e", `trace=${calls}`, "-e", `inject=${fault}`];
  const words = ["strace", ...(threads ? ["-f"] : []), ...(path ? ["-P", path] : []), ...at];
  const trace = Bun.spawn(words, { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  let said = "";
  const attached = Promise.withResolvers<void>();
  const reading = trace.stderr.pipeTo(
    new WritableStream({
      write: (chunk) => {
        said += new TextDecoder().decode(chunk);
        if (said.includes("attached")) attached.resolve();
      },
    }),
  );
  await Promise.race([
    attached.promise,
    trace.exited.then(() => Promise.reject(new Error(`strace did not attach: ${said}`))),
  ]);
  return {
    end: async (): Promise<number> => {
      trace.kill("SIGINT");
      await trace.exited;
      await reading;
      return said.split("(INJECTED)").length - 1;
    },
  };
}

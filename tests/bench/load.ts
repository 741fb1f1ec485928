import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The CPU time that a process has used on all threads, in milliseconds (Linux). */
export function processorMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => sum + nanosecondsOf(`/proc/${pid}/task/${thread}/schedstat`), 0) / 1_000_000;
}

/** A thread may end between being listed and being read. */
function nanosecondsOf(path: string): number {
  return existsSync(path) ? Number(readFileSync(path, "utf8").split(" ")[0]) : 0;
}

/** Makes `total` calls, `clients` at a time. @returns calls per second; throws when one fails */
export async function makeCalls(
  clients: number,
  total: number,
  call: (index: number) => Promise<Response>,
): Promise<number> {
  let nextIndex = 0;
  const startMs = performance.now();
  const client = async () => {
    while (nextIndex < total) {
      const response = await call(nextIndex++);
      if (!response.ok) throw new Error(`A call was answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (total * 1000) / (performance.now() - startMs);
}

/** CPU time of one call in microseconds: steadier than a rate on a shared machine. */
export async function costOf(pid: number, total: number, call: (index: number) => Promise<Response>): Promise<number> {
  const before = processorMs(pid);
  await makeCalls(16, total, call);
  return ((processorMs(pid) - before) * 1000) / total;
}

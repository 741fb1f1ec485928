import { createSandbox, type Sandbox } from "#server/adapters/sandbox.ts";
import { describeFile } from "#server/cli/inspect.ts";

/** Reads files without a process for each, for tests of later steps, which then take a fifth of the time. */
export const inspectHere: Sandbox = {
  run: async ([kind = "", path = "", target = ""], { input = "" } = {}) =>
    JSON.parse(JSON.stringify(await describeFile(kind, path, { target, input: async () => input }))),
};

const results = new Map<string, Promise<unknown>>();
const { run } = createSandbox();

/** Inspects each file once in the real child process. Runs that write files happen in this process. */
export const inspectOnce: Sandbox = {
  run: async (args, options = {}) => {
    const [kind = "", path = "", target] = args;
    if (target !== undefined || options.input !== undefined) return inspectHere.run(args, options);
    const key = `${kind} ${Bun.hash(await Bun.file(path).bytes())}`;
    const result = results.get(key) ?? run([kind, path], { signal: options.signal });
    results.set(key, result);
    return result;
  },
};

/** Whether a run aligns a book. Without a target, it only pairs chapters, for a waiting caller. */
export const isAligning = ([kind, , target]: readonly string[]): boolean => kind === "align" && target !== undefined;

/** Reads files here, and lists its runs. */
export function countingSandbox() {
  const runs: (readonly string[])[] = [];
  const run: Sandbox["run"] = (args, options) => {
    runs.push(args);
    return inspectHere.run(args, options);
  };
  return { runs, sandbox: { run } };
}

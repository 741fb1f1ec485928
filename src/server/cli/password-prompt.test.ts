import { expect, test } from "bun:test";
import { PassThrough } from "node:stream";

import { readPassword } from "./accounts.ts";
import { TaskError } from "./command.ts";

/** Keys pressed at a terminal. */
const createTerminalInput = (keys: string) => {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  input.write(keys);
  return input;
};

test("reads a password as the line that was typed or piped", async () => {
  expect(await readPassword("Password: ", createTerminalInput("hush hush\r"))).toBe("hush hush");
  const pipedInput = new PassThrough();
  pipedInput.end("  piped \nmore\n");
  expect(await readPassword("Password: ", pipedInput)).toBe("  piped ");
});

test("Ctrl+C and Ctrl+D at the prompt cancel", async () => {
  for (const keys of ["\u0003", "half\u0003", "\u0004"])
    expect(readPassword("Password: ", createTerminalInput(keys))).rejects.toThrow(
      new TaskError("Canceled. Nothing was changed."),
    );
});

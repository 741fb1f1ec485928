import { createInterface } from "node:readline";
import { Writable } from "node:stream";

import { TaskError } from "./command.ts";

type Input = NodeJS.ReadableStream & { isTTY?: boolean };

/** Reads a password: one line when piped, a hidden prompt at a terminal. @throws TaskError when canceled */
export async function readPassword(question: string, input: Input = process.stdin): Promise<string> {
  const isTerminal = input.isTTY === true;
  if (isTerminal) process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    // Ctrl+C and Ctrl+D end it without a line
    if (isTerminal) throw new TaskError("Canceled. Nothing was changed.");
    return "";
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write("\n");
  }
}

import { isSqliteError, StorageFault } from "#db/faults.ts";
import { describeError } from "#server/adapters/log.ts";
import { ConfigFault } from "#server/config.ts";
import { AppError } from "#server/errors.ts";

import { adminCreate, adminResetPassword } from "./admin.ts";
import { backup } from "./backup.ts";
import { bookImport } from "./book.ts";
import { type Command, type CommandInput, readArguments, TaskError, UsageError } from "./command.ts";
import { doctor } from "./doctor.ts";
import { emailSendMonthly } from "./email.ts";
import { healthcheck } from "./healthcheck.ts";
import { inviteCreate, inviteList } from "./invite.ts";
import { restore } from "./restore.ts";
import { serve } from "./serve.ts";
import { verify } from "./verify.ts";
import { version } from "./version.ts";

const commands: readonly Command[] = [
  serve,
  adminCreate,
  adminResetPassword,
  bookImport,
  emailSendMonthly,
  inviteCreate,
  inviteList,
  backup,
  restore,
  verify,
  doctor,
  healthcheck,
  version,
];

type Output = Pick<CommandInput, "environment" | "print" | "tell">;

/**
 * Runs the verb that the arguments name; none means `serve`.
 * @returns the exit code: 0, 1 for a failed task, 2 for wrong usage (DESIGN 2)
 */
export async function runCommand(args: string[], output: Output): Promise<0 | 1 | 2> {
  const wantsHelp = args.includes("--help") || args.includes("-h");
  const command = findCommand(args);
  if (wantsHelp && command && args.some((word) => command.name.split(" ").includes(word))) {
    output.print(`${command.summary}\n\n${command.usage}`);
    return 0;
  }
  if (wantsHelp || args[0] === "help") {
    output.print(overview());
    return 0;
  }
  if (!command) {
    output.tell(`bookclub: there is no command '${args.join(" ")}'. 'bookclub --help' lists them.`);
    return 2;
  }
  try {
    const words = args[0] === undefined || args[0].startsWith("-") ? 0 : command.name.split(" ").length;
    await command.run({ ...output, ...readArguments(command, args.slice(words)) });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      output.tell(`bookclub: ${error.message}\n${command.usage}`);
      return 2;
    }
    for (const line of sentences(error)) output.tell(`bookclub: ${line}`);
    return 1;
  }
}

function findCommand(args: string[]): Command | undefined {
  if (args[0] === undefined || args[0].startsWith("-")) return serve;
  return commands.find(({ name }) => name.split(" ").every((word, index) => args[index] === word));
}

function sentences(error: unknown): readonly string[] {
  if (error instanceof ConfigFault) return error.faults;
  if (error instanceof TaskError || error instanceof StorageFault || error instanceof AppError) return [error.message];
  if (isSqliteError(error, "SQLITE_FULL") || isCode(error, "ENOSPC", "EDQUOT"))
    return ["The disk is full, and nothing was changed: free some space and try again."];
  if (isSqliteError(error, "SQLITE_BUSY"))
    return ["Another process has been writing the database for too long: try again in a moment."];
  if (isCode(error, "EACCES", "EPERM", "EROFS") && error instanceof Error)
    return [`A file may not be read or written by this account (${error.message}): check who owns it.`];
  return [`unexpected error: ${describeError(error)}`];
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  bookclub ${name.padEnd(width)}  ${summary}`);
  return `Runs a monthly book club.\n\n${lines.join("\n")}\n\nEach has --help. Settings are environment variables: see .env.example.`;
}

import { accountName } from "#db/account.ts";
import { errorCode, isDiskFull, isSqliteError, StorageError } from "#db/errors.ts";
import { describeError } from "#server/adapters/log.ts";
import { BUILD, ConfigError } from "#server/config.ts";
import { AppError } from "#server/errors.ts";

import { type Command, type CommandInput, readArguments, TaskError, UsageError } from "./command.ts";
import { serve } from "./serve.ts";

const version: Command = {
  summary: "prints version and commit",
  usage: "bookclub version",
  run: ({ print }) => print(BUILD),
};

const tryStorageCommand: Command = {
  summary: "uses a database at the same time as the server that starts",
  isHidden: true,
  usage: "bookclub try-storage FILE",
  positionals: ["FILE"],
  run: async ({ positionals: [file = ""], print }) =>
    (await import("#server/storage/filesystem.ts")).runFilesystemTestChild(file, print),
};

/** Commands are imported when called, because starting the server needs no other. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => serve,
  "admin create": async () => (await import("./accounts.ts")).adminCreate,
  "admin reset-password": async () => (await import("./accounts.ts")).adminResetPassword,
  "book import": async () => (await import("./book.ts")).bookImport,
  "email send-monthly": async () => (await import("./email.ts")).emailSendMonthly,
  "invite create": async () => (await import("./accounts.ts")).inviteCreate,
  "invite list": async () => (await import("./accounts.ts")).inviteList,
  "media to-s3": async () => (await import("./media.ts")).mediaToS3,
  "media to-disk": async () => (await import("./media.ts")).mediaToDisk,
  backup: async () => (await import("./backup.ts")).backup,
  restore: async () => (await import("./restore.ts")).restore,
  verify: async () => (await import("./doctor.ts")).verify,
  doctor: async () => (await import("./doctor.ts")).doctor,
  "hook pre-backup": async () => (await import("./backup.ts")).hookPreBackup,
  "hook post-restore": async () => (await import("./backup.ts")).hookPostRestore,
  "hook sleep": async () => (await import("./backup.ts")).hookSleep,
  upgrading: async () => (await import("./upgrading.ts")).upgrading,
  "try-storage": async () => tryStorageCommand,
  inspect: async () => (await import("./inspect.ts")).inspect,
  healthcheck: async () => (await import("./healthcheck.ts")).healthcheck,
  version: async () => version,
};

/** Maps names under which container tools call the program to commands (BEYOND 12). */
export function findHook(program: string): string[] | null {
  const [, hook] = /(?:^|\/)hooks\/(pre-backup|post-restore)$/.exec(program) ?? [];
  if (hook !== undefined) return ["hook", hook];
  return /(?:^|\/)sleep$/.test(program) ? ["hook", "sleep"] : null;
}

type CommandOutput = Pick<CommandInput, "environment" | "print" | "printError">;

/** Runs a command, `serve` by default. @returns exit code: 0, 1 for a failed task, 2 for wrong usage (DESIGN 2) */
export async function runCommand(args: string[], output: CommandOutput): Promise<0 | 1 | 2> {
  const wantsHelp = args.includes("--help") || args.includes("-h");
  const fullArgs = addDefaultCommand(args);
  const name = Object.keys(commands).find((verb) => verb.split(" ").every((word, index) => fullArgs[index] === word));
  const command = name === undefined ? undefined : await commands[name]?.();
  const verb = name?.split(" ") ?? [];
  if (wantsHelp && command && args.some((word) => verb.includes(word))) {
    output.print(`${command.summary}\n\n${command.usage}`);
    return 0;
  }
  if (wantsHelp || args[0] === "help") {
    output.print(await renderOverview());
    return 0;
  }
  if (!command) {
    output.printError(`bookclub: ${formatUnknownCommand(args)}`);
    return 2;
  }
  try {
    await command.run({ ...output, ...readArguments(command, fullArgs.slice(verb.length)) });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      output.printError(`bookclub: ${error.message}\n${command.usage}`);
      return 2;
    }
    for (const line of toSentences(error)) output.printError(`bookclub: ${line}`);
    return 1;
  }
}

function addDefaultCommand(args: string[]): string[] {
  if (args[0] === "--version" && args.length === 1) return ["version"];
  return args[0] === undefined || args[0].startsWith("-") ? ["serve", ...args] : args;
}

function formatUnknownCommand(args: readonly string[]): string {
  const names = Object.keys(commands).filter((verb) => verb.startsWith(`${args[0]} `));
  if (names.length > 0) return `'${args.join(" ")}' is incomplete: try 'bookclub ${names.join("' or 'bookclub ")}'.`;
  return `unknown command '${args.join(" ")}'. See 'bookclub --help'.`;
}

function toSentences(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.issues;
  if (error instanceof TaskError || error instanceof StorageError || error instanceof AppError) return [error.message];
  if (isDiskFull(error)) return ["The disk is full, and nothing was changed: free some space and try again."];
  if (isSqliteError(error, "SQLITE_BUSY"))
    return ["Another process is writing to the database: try again in a moment."];
  if (isSqliteError(error, "SQLITE_READONLY", "SQLITE_IOERR"))
    return ["The database's disk can't be written: it may be failing, or mounted read-only. Check the system log."];
  if (error instanceof Error && errorCode(error) === "EROFS")
    return [`A disk is mounted read-only (${error.message}): mount it for writing, or choose another place.`];
  if (error instanceof Error && ["EACCES", "EPERM"].includes(errorCode(error)))
    return [
      `The account ${accountName()} can't read or write a file (${error.message}): give it to that account with 'chown', or choose another place.`,
    ];
  if (errorCode(error) === "EFBIG")
    return ["The disk can't store a file of this size. FAT's limit is 4 GB: use another disk, or reformat this one."];
  if (error instanceof Error && "syscall" in error)
    return [`A file can't be used (${error.message}): check its name, and the disk.`];
  return [`unexpected error: ${describeError(error)}`];
}

async function renderOverview(): Promise<string> {
  const allCommands = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => ({ name, ...(await load()) })),
  );
  const visibleCommands = allCommands.filter(({ isHidden }) => !isHidden);
  const width = Math.max(...visibleCommands.map(({ name }) => name.length));
  const lines = visibleCommands.map(({ name, summary }) => `  bookclub ${name.padEnd(width)}  ${summary}`);
  return `Runs a monthly book club.\n\n${lines.join("\n")}\n\nEach has --help. Settings are environment variables: see .env.example.`;
}

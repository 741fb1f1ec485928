import { parseArgs, type ParseArgsConfig } from "node:util";

import { closeDatabase } from "#db/open.ts";
import { type Config, readConfig } from "#server/config.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import type { OnProgress } from "#server/operations/backups/create-backup.ts";
import {
  dropRootPrivileges,
  findMissingStorage,
  openStorageForCommand,
  requireMountedStorage,
  requireOwnFolder,
} from "#server/storage/folder.ts";

export class UsageError extends Error {
  override name = "UsageError";
}

export class TaskError extends Error {
  override name = "TaskError";
}

export type CommandInput = {
  option: (name: string) => string | undefined;
  required: (name: string) => string;
  flag: (name: string) => boolean;
  positionals: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  print: (line: string) => void;
  /** All output except the result. */
  printError: (line: string) => void;
};

export type Command = {
  summary: string;
  isHidden?: boolean;
  usage: string;
  options?: NonNullable<ParseArgsConfig["options"]>;
  positionals?: readonly string[];
  run: (input: CommandInput) => Promise<void> | void;
};

/** @throws UsageError for an unknown option or a missing or extra value */
export function readArguments(
  command: Command,
  args: string[],
): Pick<CommandInput, "option" | "required" | "flag" | "positionals"> {
  const { values, positionals } = parse(command, args);
  const expectedNames = command.positionals ?? [];
  const minCount = expectedNames.filter((name) => !name.startsWith("[")).length;
  if (positionals.length < minCount)
    throw new UsageError(`${expectedNames[positionals.length] ?? "A value"} is missing.`);
  if (positionals.length > expectedNames.length)
    throw new UsageError(`'${positionals[expectedNames.length]}' isn't expected.`);
  const option = (name: string) => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    option,
    required: (name) => {
      const value = option(name);
      if (value === undefined || value === "") throw new UsageError(`--${name} is missing.`);
      return value;
    },
    flag: (name) => values[name] === true,
    positionals,
  };
}

/** Every command that uses the storage starts with it. @throws ConfigError, StorageError */
export function readConfigAndDropRoot(environment: CommandInput["environment"]): Config {
  const config = readConfig(environment);
  dropRootPrivileges(config.storageDir);
  requireMountedStorage(config);
  requireOwnFolder(config.storageDir);
  return config;
}

/** Opens the storage for a task, also while a server is running. */
export async function withDeps<Result>(
  environment: CommandInput["environment"],
  task: (deps: Deps) => Promise<Result> | Result,
): Promise<Result> {
  const config = readConfigAndDropRoot({ LOG_LEVEL: "warn", ...environment });
  const db = openStorageForCommand(config.storageDir);
  try {
    return await task(createDeps(config, db));
  } finally {
    closeDatabase(db);
  }
}

/** Doesn't create a club if STORAGE_DIR is misspelled. @throws TaskError */
export async function withExistingClub<Result>(
  environment: CommandInput["environment"],
  task: (deps: Deps) => Promise<Result> | Result,
): Promise<Result> {
  const issue = findMissingStorage(readConfigAndDropRoot(environment).storageDir);
  if (issue !== null) throw new TaskError(issue);
  return withDeps(environment, task);
}

function parse(command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: command.options ?? {}, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : String(error));
  }
}

/** Drops Node's advice about its own syntax. */
function firstSentence(message: string): string {
  return `${message.split(/\.?(?:\s*\n|\. |$)/)[0]}.`;
}

const PROGRESS_INTERVAL_MS = 200;
const CLEAR_LINE = "\r\u001b[K";

/** Prints the task's progress if standard error is a terminal. */
export function withProgress<Result>(label: string, task: (onProgress: OnProgress) => Promise<Result>) {
  if (process.stderr.isTTY !== true) return task(() => {});
  let lastPrintedAt = 0;
  return task((done, total) => {
    const now = Date.now();
    if (now - lastPrintedAt < PROGRESS_INTERVAL_MS) return;
    lastPrintedAt = now;
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    process.stderr.write(`${CLEAR_LINE}${label}: ${percent} % of ${formatBytes(total)}`);
  }).finally(() => process.stderr.write(CLEAR_LINE));
}

export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}

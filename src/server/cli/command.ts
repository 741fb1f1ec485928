import type { Database } from "bun:sqlite";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";

import { closeDatabase } from "#db/open.ts";
import { type Config, readConfig } from "#server/config.ts";
import { createDeps, type Deps } from "#server/deps.ts";
import { becomeOwner, openStorage } from "#server/storage/folder.ts";

/** Names of which a club's storage has at least one, also in the middle of a restore. */
const CLUB = /^(?:bookclub\.db|restore.*)$/;
/** Folders that speak of a club without its database when they hold something: a restore that is refused makes them, too. */
const FILES = ["books", "covers", "avatars"];

/** The command line was wrong: exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** The task failed for a reason that one sentence tells: exit code 1. */
export class TaskError extends Error {
  override name = "TaskError";
}

/** What a verb works with. */
export type CommandInput = {
  /** The text of an option, or undefined. */
  option: (name: string) => string | undefined;
  /** The text of an option that must be there. @throws UsageError */
  required: (name: string) => string;
  flag: (name: string) => boolean;
  positionals: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Writes a line on standard output: results only, so that scripts can read them. */
  print: (line: string) => void;
  /** Writes a line on standard error: everything else. */
  tell: (line: string) => void;
};

/** A verb of the command line. */
export type Command = {
  /** The words that call it, e.g. 'admin create'. */
  name: string;
  summary: string;
  /** Only the program itself calls it: `--help` leaves it out. */
  isHidden?: boolean;
  /** How it is called, and what each option means. */
  usage: string;
  options?: NonNullable<ParseArgsConfig["options"]>;
  /** Names of the values that stand without an option, in order. */
  positionals?: readonly string[];
  run: (input: CommandInput) => Promise<void> | void;
};

/** Reads the arguments of a verb. @throws UsageError for an unknown option or a missing or superfluous value */
export function readArguments(
  command: Command,
  args: string[],
): Pick<CommandInput, "option" | "required" | "flag" | "positionals"> {
  const { values, positionals } = parse(command, args);
  const wanted = command.positionals ?? [];
  const least = wanted.filter((name) => !name.startsWith("[")).length;
  if (positionals.length < least) throw new UsageError(`${wanted[positionals.length] ?? "A value"} is missing.`);
  if (positionals.length > wanted.length)
    throw new UsageError(`'${positionals[wanted.length]}' is one value too many.`);
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

/** Reads the settings and leaves root's account: every command that touches the storage begins with it. @throws ConfigFault */
export function enterStorage(environment: CommandInput["environment"]): Config {
  const config = readConfig(environment);
  becomeOwner(config.storageDir);
  return config;
}

/** Opens the club's storage for one task and closes it again; safe beside a running server. */
export async function withDeps<Result>(
  environment: CommandInput["environment"],
  task: (deps: Deps, db: Database, config: Config) => Promise<Result> | Result,
): Promise<Result> {
  const config = enterStorage({ LOG_LEVEL: "warn", ...environment });
  const db = openStorage(config.storageDir);
  try {
    return await task(createDeps(config, db), db, config);
  } finally {
    closeDatabase(db);
  }
}

/**
 * The same for a verb that asks about a club: with a mistyped STORAGE_DIR it must not make an empty one, call that sound
 * and back it up night after night.
 * @throws TaskError when no club is there
 */
export async function withClub<Result>(
  environment: CommandInput["environment"],
  task: (deps: Deps, db: Database, config: Config) => Promise<Result> | Result,
): Promise<Result> {
  const fault = findNoClub(enterStorage(environment).storageDir);
  if (fault !== null) throw new TaskError(fault);
  return withDeps(environment, task);
}

/** The sentence for a storage without a club, or null. One that may not be read is told of when it is opened. */
export function findNoClub(storageDir: string): string | null {
  try {
    const holdsFiles = (name: string) => FILES.includes(name) && readdirSync(join(storageDir, name)).length > 0;
    if (readdirSync(storageDir).some((name) => CLUB.test(name) || holdsFiles(name))) return null;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) return null;
  }
  return `There is no club in ${storageDir} yet: check STORAGE_DIR, or start the server.`;
}

function parse(command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: command.options ?? {}, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? firstSentence(error.message) : String(error));
  }
}

/** What Node says of an option goes on over more lines with advice on its own syntax. */
function firstSentence(message: string): string {
  return `${message.split(/\.?(?:\s*\n|\. |$)/)[0]}.`;
}

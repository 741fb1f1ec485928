import type { Config } from "#server/config.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;
type Level = (typeof LEVELS)[number];

/** Must not contain secrets or members' names. */
type LogFields = Record<string, string | number | boolean | null | undefined>;

export type Log = Record<Level, (event: string, fields?: LogFields) => void>;

/** Logs to standard error, one line per event; line breaks are escaped, so no value can forge a line. */
export function createLog(
  config: Pick<Config, "logFormat" | "logLevel"> & Partial<Pick<Config, "hideSecrets">>,
  write = createErrorWriter(),
): Log {
  const { hideSecrets = (text: string) => text } = config;
  const minLevel = LEVELS.indexOf(config.logLevel);
  const logAt =
    (level: Level) =>
    (event: string, context: LogFields = {}) => {
      if (LEVELS.indexOf(level) < minLevel) return;
      const fields: LogFields = {};
      // before JSON escapes them
      for (const [name, value] of Object.entries(context))
        fields[name] = typeof value === "string" ? hideSecrets(value) : value;
      const time = new Date().toISOString();
      if (config.logFormat === "json")
        return write(`${escapeControlCharacters(JSON.stringify({ time, level, event, ...fields }))}\n`);
      let line = `${time} ${level} ${event}`;
      for (const name in fields) {
        const value = fields[name];
        if (value !== undefined) line += ` ${name}=${typeof value === "string" ? quote(value) : value}`;
      }
      write(`${line}\n`);
    };
  return { debug: logAt("debug"), info: logAt("info"), warn: logAt("warn"), error: logAt("error") };
}

/** Without a listener, each line that a full disk refuses is an uncaught error, which is logged, and so on. */
function createErrorWriter() {
  let stream: NodeJS.WriteStream | undefined;
  return (line: string): void => {
    // creating the stream takes longer than most of a start
    stream ??= process.stderr.on("error", () => {});
    stream.write(line);
  };
}

export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function quote(value: string): string {
  return /^[\w./:@-]+$/.test(value) ? value : escapeControlCharacters(JSON.stringify(value));
}

/** JSON doesn't escape all characters that end a line or control a terminal. */
function escapeControlCharacters(text: string): string {
  return text.replaceAll(
    /[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

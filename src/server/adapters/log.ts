import type { Config } from "#server/config.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;
const FLUSH_AFTER_MS = 50;
type Level = (typeof LEVELS)[number];

/** Facts of one event. No secrets and no names of members go in here. */
export type LogFields = Record<string, string | number | boolean | null | undefined>;

export type Log = Record<Level, (event: string, fields?: LogFields) => void>;

/**
 * Writes one line an event to standard error, as text or JSON, times in UTC.
 * Line breaks in values are escaped, so that no value can forge a line.
 */
export function createLog(config: Pick<Config, "logFormat" | "logLevel">, write = createStderrWriter()): Log {
  const lowest = LEVELS.indexOf(config.logLevel);
  const at =
    (level: Level) =>
    (event: string, fields: LogFields = {}) => {
      if (LEVELS.indexOf(level) < lowest) return;
      const time = new Date().toISOString();
      if (config.logFormat === "json") return write(`${JSON.stringify({ time, level, event, ...fields })}\n`);
      const facts = Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => ` ${name}=${typeof value === "string" ? quote(value) : value}`);
      write(`${time} ${level} ${event}${facts.join("")}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** What an unknown error says, for a log line. */
export function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function quote(value: string): string {
  return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value);
}

/** Gathers lines for a moment: a write for each request would cost more than many requests do. */
function createStderrWriter(): (line: string) => void {
  let waiting = "";
  const flush = () => {
    const lines = waiting;
    waiting = "";
    if (lines !== "") process.stderr.write(lines);
  };
  process.once("exit", flush);
  return (line) => {
    if (waiting === "") setTimeout(flush, FLUSH_AFTER_MS);
    waiting += line;
  };
}

import { Readable } from "node:stream";

import type SMTPPool from "nodemailer/lib/smtp-pool";

import type { SmtpSettings } from "#server/config.ts";

import { type Mailer, sendTimeoutMs } from "./mail-service.ts";
import { createQueue } from "./queue.ts";
import { type ConnectionOptions, fetchSmtpExtensions, toConnectionOptions } from "./smtp-abilities.ts";
import { smtpUtf8Error, timeoutError, toSmtpError } from "./smtp-error.ts";

const TIMEOUT_MS = 60_000;
const IDLE_MS = 1000;
const CONNECTIONS_MAX = 2;

type PooledMail = Parameters<SMTPPool["send"]>[0];

type Options = Omit<ConnectionOptions, "timeoutMs"> & { timeoutMs?: number; idleMs?: number };

/** Sends through a mail server. A mail is `unknown` if the connection broke after DATA was answered (BEYOND 13). */
export function createSmtpMailer(
  settings: SmtpSettings,
  { timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS, ...rest }: Options,
): Mailer {
  const options = { ...rest, timeoutMs };
  // the time limit of a mail begins with its turn
  const queue = createQueue({ concurrency: CONNECTIONS_MAX });
  let pool: SMTPPool | null = null;
  const openPool = async (): Promise<SMTPPool> => {
    const connectionOptions = toConnectionOptions(settings, options);
    const { default: Pool } = await import("nodemailer/lib/smtp-pool");
    pool ??= new Pool({
      ...connectionOptions,
      maxConnections: CONNECTIONS_MAX,
      // the server may have closed each idle connection
      maxRequeues: CONNECTIONS_MAX,
      maxMessages: Number.POSITIVE_INFINITY,
      idleTimeout: idleMs,
      forceAuth: true,
    });
    return pool;
  };
  return {
    send: ({ from, to, raw }) =>
      queue(async () => {
        const envelope = { from, to: [to], size: raw.length };
        const isAscii = /^[\0-\x7F]*$/.test(from + to);
        if (!isAscii && !(await fetchSmtpExtensions(settings, options)).takesUtf8) throw smtpUtf8Error();
        const pool = await openPool();
        const limitMs = sendTimeoutMs(timeoutMs, raw);
        const signal = AbortSignal.timeout(limitMs);
        let body: Readable | null = null;
        const message = {
          getEnvelope: () => envelope,
          getHeader: () => "",
          messageId: () => "",
          // the pool reads it after the server has answered DATA
          createReadStream: () => (body = Readable.from([raw])),
        };
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        // the pool uses nothing else of a message
        pool.send({ data: { signal }, message } as unknown as PooledMail, (error, info) =>
          error ? reject(signal.aborted ? timeoutError() : error) : resolve(info?.response ?? ""),
        );
        return promise.catch((error: unknown) => {
          const hasSentData = body?.readableDidRead ?? false;
          throw toSmtpError(error, { hasSentData: hasSentData, timeoutMs: limitMs, hideSecrets: settings.hideSecrets });
        });
      }),

    quota: async () => {
      const { maxBytes } = await fetchSmtpExtensions(settings, options);
      return { perSecond: Number.POSITIVE_INFINITY, perDay: -1, maxBytes };
    },
  };
}

import { domainToASCII } from "node:url";

import type { SmtpSettings } from "#server/settings/mail.ts";

import { type Mailer, type RawMail, sendTimeoutMs } from "./mail-service.ts";
import { createQueue } from "./queue.ts";
import { messageTooLarge, smtpUtf8Unsupported, toSmtpError } from "./smtp-error.ts";
import { createSmtpPool, type PooledConnection } from "./smtp-pool.ts";

const TIMEOUT_MS = 30_000;
const IDLE_MS = 1000;
const CONNECTIONS_MAX = 2;

type Options = {
  clientName: string;
  timeoutMs?: number;
  idleMs?: number;
  /** Additional trusted certificates, for tests. */
  ca?: string;
};

/** Sends through a mail server. A mail is `unknown` if the connection broke after DATA was answered (BEYOND 13). */
export function createSmtpMailer(settings: SmtpSettings, options: Options): Mailer {
  const { timeoutMs = TIMEOUT_MS, idleMs = IDLE_MS } = options;
  const pool = createSmtpPool(settings, { ...options, timeoutMs, idleMs });
  const queue = createQueue({ atOnce: CONNECTIONS_MAX });
  return {
    send: (mail) =>
      queue(async () => {
        const limitMs = sendTimeoutMs(timeoutMs, mail.raw);
        for (;;) {
          const connection = await pool.take();
          const sent = await sendOverConnection(connection, mail, limitMs);
          pool.release(connection, sent.reusable);
          if (!("error" in sent)) return sent.id;
          // the server had closed the idle connection, so nothing was sent
          if (connection.isUsed && !sent.begun && !sent.answered) continue;
          throw toSmtpError(sent.error, { begun: sent.begun, timeoutMs: limitMs, hideSecrets: settings.hideSecrets });
        }
      }),

    quota: () =>
      queue(async () => {
        const connection = await pool.take();
        pool.release(connection, true);
        return { perSecond: Number.POSITIVE_INFINITY, perDay: -1, maxBytes: connection.maxBytes };
      }),
  };
}

type Sent = { id: string; reusable: true } | { error: unknown; begun: boolean; answered: boolean; reusable: boolean };

async function sendOverConnection(
  connection: PooledConnection,
  { from, to, raw }: RawMail,
  limitMs: number,
): Promise<Sent> {
  const refused = (error: unknown): Sent => ({ error, begun: false, answered: true, reusable: true });
  if (connection.maxBytes !== null && raw.length > connection.maxBytes)
    return refused(messageTooLarge(connection.maxBytes));
  const envelope = { from: withAsciiDomain(from), to: [withAsciiDomain(to)], size: raw.length };
  if (!connection.takesUtf8 && /[^\0-\x7F]/.test(envelope.from + envelope.to.join()))
    return refused(smtpUtf8Unsupported());
  const { begun, error, response } = await connection.send(envelope, raw, limitMs);
  if (error === null) return { id: response, reusable: true };
  const answered = error instanceof Error && "responseCode" in error && typeof error.responseCode === "number";
  return { error, begun, answered, reusable: answered && (await connection.reset()) };
}

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 0 ? address : `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`;
}

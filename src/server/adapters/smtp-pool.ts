import { Readable } from "node:stream";

import type SMTPConnection from "nodemailer/lib/smtp-connection";

import type { SmtpSettings } from "#server/settings/mail.ts";

import { MailError } from "./mail-service.ts";
import { toSmtpError } from "./smtp-error.ts";

type Options = {
  clientName: string;
  timeoutMs: number;
  idleMs: number;
  ca?: string;
};

type Outcome = { begun: boolean; error: unknown; response: string };

export type PooledConnection = {
  /** It was idle, so the server may have closed it. */
  isUsed: boolean;
  maxBytes: number | null;
  takesUtf8: boolean;
  /** @returns `begun` if the server has answered DATA, and its last response */
  send: (envelope: { from: string; to: string[]; size: number }, raw: Uint8Array, limitMs: number) => Promise<Outcome>;
  reset: () => Promise<boolean>;
  isOpen: () => boolean;
  quit: () => void;
};

export function createSmtpPool(settings: SmtpSettings, options: Options) {
  const idle: PooledConnection[] = [];
  let closing: ReturnType<typeof setTimeout> | null = null;
  const closeIdle = () => {
    for (const connection of idle.splice(0)) connection.quit();
  };
  return {
    take: async (): Promise<PooledConnection> => {
      for (let connection = idle.pop(); connection; connection = idle.pop())
        if (connection.isOpen()) return { ...connection, isUsed: true };
      return openConnection(settings, options);
    },
    release: (connection: PooledConnection, isReusable: boolean): void => {
      if (isReusable && connection.isOpen()) idle.push(connection);
      else connection.quit();
      if (closing !== null) clearTimeout(closing);
      closing = setTimeout(closeIdle, options.idleMs);
    },
  };
}

async function openConnection(
  settings: SmtpSettings,
  { clientName, timeoutMs, ca }: Options,
): Promise<PooledConnection> {
  const { address, port, security, username, password } = settings;
  if (address === null) throw new MailError("unavailable", "The email service is not configured on the server.");
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const connection = new Connection({
    host: address,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    name: clientName,
    connectionTimeout: Math.ceil(timeoutMs / 3),
    greetingTimeout: timeoutMs,
    // no socketTimeout: a large mail is written at once, and the socket is idle while it's sent
    ...(ca !== undefined && { tls: { ca } }),
  });
  const call = createCall(connection, timeoutMs);
  // nodemailer's own timeouts come first, and have more exact errors
  let limitMs = 2 * timeoutMs;
  try {
    await call<void>((done) => connection.connect((error) => done(error ?? null)), limitMs);
    limitMs = timeoutMs;
    // the response to EHLO, after STARTTLS if it's required
    const abilities = String(connection.lastServerResponse);
    if (username !== null && password !== null)
      await call<void>((done) =>
        connection.login({ credentials: { user: username, pass: password } }, (error) => done(error ?? null)),
      );
    return toPooledConnection(connection, abilities, call);
  } catch (error) {
    connection.close();
    throw toSmtpError(error, { begun: false, timeoutMs: limitMs, hideSecrets: settings.hideSecrets });
  }
}

function toPooledConnection(
  connection: SMTPConnection,
  abilities: string,
  call: ReturnType<typeof createCall>,
): PooledConnection {
  const [, size] = /^250[ -]SIZE +(\d+)/im.exec(abilities) ?? [];
  return {
    isUsed: false,
    maxBytes: Number(size) || null,
    takesUtf8: /^250[ -]SMTPUTF8\b/im.test(abilities),
    send: async (envelope, raw, limitMs) => {
      let begun = false;
      // nodemailer reads it after the server has answered DATA
      const body = new Readable({
        read() {
          begun = true;
          this.push(raw);
          this.push(null);
        },
      });
      try {
        const response = await call<string>(
          (done) => connection.send(envelope, body, (error, info) => done(error, info?.response)),
          limitMs,
        );
        return { begun, error: null, response };
      } catch (error) {
        return { begun, error, response: "" };
      }
    },
    reset: () =>
      call<void>((done) => connection.reset((error) => done(error ?? null))).then(
        () => true,
        () => false,
      ),
    isOpen: () => !connection.destroyed,
    quit: () => (connection.destroyed ? undefined : connection.quit()),
  };
}

type Done<Result> = (error: Error | null, result?: Result) => void;

function createCall(connection: SMTPConnection, timeoutMs: number) {
  let fail: ((error: Error) => void) | null = null;
  const broke = (error: Error) => fail?.(error);
  connection.on("error", broke);
  connection.on("end", () => broke(new Error("The connection was closed")));
  return <Result>(ask: (done: Done<Result>) => void, limitMs = timeoutMs): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    fail = reject;
    const late = setTimeout(() => {
      reject(Object.assign(new Error("Timeout"), { code: "ETIMEDOUT" }));
      connection.close();
    }, limitMs);
    ask((error, result) => (error ? reject(error) : resolve(result as Result)));
    return promise.finally(() => clearTimeout(late));
  };
}

import type { SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";

import type { SmtpSettings } from "#server/config.ts";

import { MailError } from "./mail-service.ts";
import { timeoutError, toSmtpError } from "./smtp-error.ts";

export type ConnectionOptions = {
  clientName: string;
  timeoutMs: number;
  /** Additional trusted certificates, for tests. */
  ca?: string;
};

type SmtpExtensions = { maxBytes: number | null; takesUtf8: boolean };

/** Signs in on a separate connection, because the pool doesn't reveal the server's extensions. @throws MailError */
export async function fetchSmtpExtensions(settings: SmtpSettings, options: ConnectionOptions): Promise<SmtpExtensions> {
  const connectionOptions = toConnectionOptions(settings, options);
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const connection = new Connection(connectionOptions);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timeout = setTimeout(() => reject(timeoutError()), options.timeoutMs);
  connection.on("error", reject);
  connection.on("end", () => reject(new Error("The connection was closed")));
  connection.connect((error) => {
    if (error) return reject(error);
    // the response to EHLO, after STARTTLS if it's required
    const ehloResponse = String(connection.lastServerResponse);
    const { user, pass } = connectionOptions.auth ?? {};
    if (user === undefined) return resolve(ehloResponse);
    connection.login({ credentials: { user, pass } }, (error) => (error ? reject(error) : resolve(ehloResponse)));
  });
  try {
    const ehloResponse = await promise;
    connection.quit();
    const [, size] = /^250[ -]SIZE +(\d+)/im.exec(ehloResponse) ?? [];
    return { maxBytes: Number(size) || null, takesUtf8: /^250[ -]SMTPUTF8\b/im.test(ehloResponse) };
  } catch (error) {
    connection.close();
    throw toSmtpError(error, { ...options, hasSentData: false, hideSecrets: settings.hideSecrets });
  } finally {
    clearTimeout(timeout);
  }
}

export function toConnectionOptions(settings: SmtpSettings, { clientName, timeoutMs, ca }: ConnectionOptions) {
  const { address, port, security, username, password } = settings;
  if (address === null) throw new MailError("unavailable", "The email service is not configured on the server.");
  return {
    host: address,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    name: clientName,
    connectionTimeout: Math.ceil(timeoutMs / 3),
    greetingTimeout: timeoutMs,
    // no socketTimeout: a large mail is written at once, and the socket is idle while it's sent
    ...(username !== null && password !== null && { auth: { user: username, pass: password } }),
    ...(ca !== undefined && { tls: { ca } }),
  } satisfies SMTPConnectionOptions;
}

import { isIPv4, isIPv6 } from "node:net";

import type { EmailSettings } from "#server/settings/mail.ts";

import type { Mailer } from "./mail-service.ts";
import { createSesMailer } from "./ses.ts";
import { createSmtpMailer } from "./smtp.ts";

/** Sends through Amazon SES or a mail server; what each needs loads with the first mail. */
export function createMailer(email: EmailSettings, hostname: string | null = null): Mailer {
  const clientName = hostname === null ? null : greetingName(hostname);
  return email.way === "smtp" ? createSmtpMailer(email.smtp, { clientName }) : createSesMailer(email);
}

/**
 * What a mail client may call itself (RFC 5321, 4.1.3), of an address's host: strict servers drop a bare IP address, a
 * name without a dot and one with an underscore. @returns null for what isn't one
 */
function greetingName(hostname: string): string | null {
  const host = hostname.replaceAll(/^\[|\]$|\.$/g, "");
  if (isIPv4(host)) return `[${host}]`;
  if (isIPv6(host)) return `[IPv6:${host}]`;
  return /^(?!-)[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(host) ? host : null;
}

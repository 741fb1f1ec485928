import { isIPv4, isIPv6 } from "node:net";
import { hostname as machineHostname } from "node:os";

import type { EmailSettings } from "#server/settings/mail.ts";

import type { Mailer } from "./mail-service.ts";
import { createSesMailer } from "./ses.ts";
import { createSmtpMailer } from "./smtp.ts";

/** As a mail program on a computer without a name does. */
const NAMELESS = "[127.0.0.1]";

/**
 * Sends through Amazon SES or a mail server; what each needs loads with the first mail.
 * @param hostname the club's; without one that will do, it greets by the machine's name
 */
export function createMailer(
  email: EmailSettings,
  hostname: string | null = null,
  machineName: string = machineHostname(),
): Mailer {
  const clientName = greetingName(hostname ?? "") ?? greetingName(machineName) ?? NAMELESS;
  return email.way === "smtp" ? createSmtpMailer(email.smtp, { clientName }) : createSesMailer(email);
}

/**
 * What a mail client may call itself (RFC 5321, 4.1.3), of a host: strict servers drop a bare IP address, a name without
 * a dot and one with an underscore or a hyphen at an end. @returns null for what isn't one
 */
function greetingName(hostname: string): string | null {
  const host = hostname.replaceAll(/^\[|\]$|\.$/g, "");
  if (isIPv4(host)) return `[${host}]`;
  if (isIPv6(host)) return `[IPv6:${host}]`;
  return host.length <= 255 && LABELS.test(host) ? host : null;
}

const LABELS = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

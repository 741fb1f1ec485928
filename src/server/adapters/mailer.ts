import { isIPv4, isIPv6 } from "node:net";
import { hostname as machineHostname } from "node:os";

import type { EmailSettings } from "#server/config.ts";

import type { Mailer } from "./mail-service.ts";
import { createSesMailer } from "./ses.ts";
import { createSmtpMailer } from "./smtp.ts";

const FALLBACK_NAME = "[127.0.0.1]";

export function createMailer(
  email: EmailSettings,
  hostname: string | null = null,
  machineName: string = machineHostname(),
): Mailer {
  const clientName = formatEhloName(hostname ?? "") ?? formatEhloName(machineName) ?? FALLBACK_NAME;
  return email.way === "smtp" ? createSmtpMailer(email.smtp, { clientName }) : createSesMailer(email);
}

/** Formats a host for EHLO (RFC 5321, 4.1.3), which strict servers check. @returns null if it isn't valid there */
function formatEhloName(hostname: string): string | null {
  const host = hostname.replaceAll(/^\[|\]$|\.$/g, "");
  if (isIPv4(host)) return `[${host}]`;
  if (isIPv6(host)) return `[IPv6:${host}]`;
  return host.length <= 255 && LABELS.test(host) ? host : null;
}

const LABELS = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

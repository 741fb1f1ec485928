import type { EmailSettings } from "#server/settings/mail.ts";

import { greetingName } from "./greeting-name.ts";
import type { Mailer } from "./mail-service.ts";
import { createSesMailer } from "./ses.ts";
import { createSmtpMailer } from "./smtp.ts";

/** Sends through Amazon SES or a mail server; what each needs loads with the first mail. */
export function createMailer(email: EmailSettings, hostname: string | null = null): Mailer {
  const clientName = hostname === null ? null : greetingName(hostname);
  return email.way === "smtp" ? createSmtpMailer(email.smtp, { clientName }) : createSesMailer(email);
}

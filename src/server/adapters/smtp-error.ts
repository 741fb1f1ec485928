import { type HideSecrets, serviceWords } from "#server/settings/hide-secrets.ts";

import { MailError, type MailErrorCode } from "./mail-service.ts";

/** How far a mail got. */
type Progress = {
  /** The server has answered DATA, so bytes of the mail are on their way. */
  begun: boolean;
  timeoutMs: number;
  hideSecrets: HideSecrets;
};

/** What nodemailer throws: its code, the command that failed, and what the server answered. */
type Parts = { code: string; command: string; status: number | null; words: string };

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|certificate/i;
const LONGEST_ANSWER = 200;
const MB = 1024 * 1024;

export function toSmtpError(error: unknown, { begun, timeoutMs, hideSecrets }: Progress): MailError {
  if (error instanceof MailError) return error;
  const parts = partsOf(error, hideSecrets);
  const fault = (kind: MailErrorCode, message: string) => new MailError(kind, message, error);
  if (begun) return afterData(parts, fault, timeoutMs);
  const { code, command, status, words } = parts;
  if (code === "EAUTH") return refusedSignIn(parts, fault);
  // the server wants a sign-in first, for every mail
  if (status === 530)
    return fault(
      "unavailable",
      `The mail server wants a sign-in: set SMTP_USERNAME and SMTP_PASSWORD. It says “${words}”`,
    );
  if (code === "ETLS" || CERTIFICATE.test(code) || CERTIFICATE.test(words)) return notEncrypted(parts, fault);
  if (status === 421 || (status !== null && status < 500 && command === "MAIL FROM"))
    return fault("throttled", `The mail server is busy: “${words}”`);
  if (status !== null && status < 500) return fault("deferred", `The mail server doesn't take it now: “${words}”`);
  if (status !== null && command === "MAIL FROM") return refusedSender(parts, fault);
  if (status !== null && command === "RCPT TO")
    return fault("refused", `The mail server refused the address: “${words}”`);
  if (status !== null && /^(?:DATA|API)$/.test(command))
    return fault("refused", `The mail server refused it: “${words}”`);
  if (status !== null) return fault("unavailable", `The mail server turned the club away: “${words}”`);
  return notReached(parts, fault, timeoutMs);
}

/** For an eBook or a cover that the server told it doesn't take. */
export function messageTooLarge(maxBytes: number): MailError {
  const most = Math.floor((10 * maxBytes) / MB) / 10;
  return new MailError("refused", `The email is larger than the mail server takes: at most ${most} MB.`);
}

export function smtpUtf8Unsupported(): MailError {
  return new MailError(
    "refused",
    "The mail server doesn't send to addresses with letters like ü or é before the @: another address is needed.",
  );
}

type CreateMailError = (kind: MailErrorCode, message: string) => MailError;

function afterData({ status, words }: Parts, fault: CreateMailError, timeoutMs: number): MailError {
  if (status === null)
    return fault(
      "unknown",
      /timeout/i.test(words)
        ? `The mail server didn't answer within ${timeoutMs / 1000} seconds: the mail may or may not have gone out.`
        : "The line to the mail server broke while it took the mail: it may or may not have gone out.",
    );
  if (status < 500) return fault("deferred", `The mail server doesn't take it now: “${words}”`);
  return fault("refused", `The mail server refused it: “${words}”`);
}

function refusedSignIn({ status, words }: Parts, fault: CreateMailError): MailError {
  if (status === null)
    return fault(
      "unavailable",
      "The mail server offers no sign-in that the club knows: check SMTP_PORT and SMTP_SECURITY.",
    );
  if (status < 500) return fault("unavailable", `The mail server can't check the password now: “${words}”`);
  return fault(
    "unavailable",
    `The mail server refused the sign-in: check SMTP_USERNAME and SMTP_PASSWORD. It says “${words}”`,
  );
}

function notEncrypted({ command, status, words }: Parts, fault: CreateMailError): MailError {
  if (status !== null || command === "EHLO")
    return fault(
      "unavailable",
      "The mail server doesn't offer STARTTLS, so neither password nor mail was sent: check SMTP_PORT, or set SMTP_SECURITY=tls.",
    );
  if (/wrong.version|unknown.protocol|packet length|record layer/i.test(words))
    return fault("unavailable", "The mail server doesn't speak TLS on this port: check SMTP_PORT and SMTP_SECURITY.");
  if (/ALTNAME/i.test(words))
    return fault(
      "unavailable",
      `The mail server's certificate isn't valid for SMTP_ADDRESS, so nothing was sent: use the name in the certificate (${words}).`,
    );
  if (/EXPIRED/i.test(words))
    return fault("unavailable", `The mail server's certificate has expired, so nothing was sent: renew it (${words}).`);
  return fault(
    "unavailable",
    `This machine doesn't trust the mail server's certificate, so nothing was sent: the server needs one from a known authority (${words}).`,
  );
}

function refusedSender({ status, words }: Parts, fault: CreateMailError): MailError {
  if (status === 552 || /\b5\.3\.4\b/.test(words))
    return fault("refused", `The email is larger than the mail server takes: “${words}”`);
  return fault("refused", `The mail server refuses this sender: check EMAIL_FROM. It says “${words}”`);
}

function notReached({ code, words }: Parts, fault: CreateMailError, timeoutMs: number): MailError {
  if (code === "EDNS" || /ENOTFOUND|EAI_AGAIN|getaddrinfo/.test(words))
    return fault("unavailable", "There is no mail server of this name: check SMTP_ADDRESS.");
  if (/greeting/i.test(words))
    return fault(
      "unavailable",
      "The mail server was reached, but said nothing: check SMTP_PORT, and set SMTP_SECURITY=tls for port 465.",
    );
  if (code === "ETIMEDOUT")
    return fault(
      "unavailable",
      `The mail server didn't answer within ${timeoutMs / 1000} seconds. The mail was not sent.`,
    );
  return fault(
    "unavailable",
    "The mail server couldn't be reached, or closed the line: check SMTP_ADDRESS, SMTP_PORT and the network.",
  );
}

function partsOf(error: unknown, hideSecrets: HideSecrets): Parts {
  const shown = (text: string) => serviceWords(text, LONGEST_ANSWER, hideSecrets);
  if (!(error instanceof Error)) return { code: "", command: "", status: null, words: shown(String(error)) };
  const text = (name: string) => {
    const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value;
    return typeof value === "string" ? value : "";
  };
  const status: unknown = Object.getOwnPropertyDescriptor(error, "responseCode")?.value;
  return {
    code: text("code"),
    command: text("command"),
    status: typeof status === "number" ? status : null,
    words: shown(text("response") || `${error.message} ${text("originalCode")}`),
  };
}

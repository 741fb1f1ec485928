import { type HideSecrets, sanitizeServiceText } from "#server/settings/hide-secrets.ts";

import { MailError, type MailErrorCode } from "./mail-service.ts";

type Progress = { hasSentData: boolean; timeoutMs: number; hideSecrets: HideSecrets };

type Reply = { code: string; command: string; status: number | null; text: string };

type Outcome = [MailErrorCode, string];

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|certificate/i;
const REPLY_MAX_CHARS = 200;
const MB = 1024 * 1024;

export function toSmtpError(error: unknown, { hasSentData, timeoutMs, hideSecrets }: Progress): MailError {
  if (error instanceof MailError) return error;
  const reply = parseReply(error, hideSecrets);
  const [kind, message] = hasSentData ? explainAfterData(reply, timeoutMs) : explainBeforeData(reply, timeoutMs);
  return new MailError(kind, message, error);
}

export function timeoutError(): Error {
  return Object.assign(new Error("Timeout"), { code: "ETIMEDOUT" });
}

export function smtpUtf8Error(): MailError {
  return new MailError(
    "refused",
    "The mail server doesn't send to addresses with letters like ü or é before the @: another address is needed.",
  );
}

function explainAfterData({ status, text }: Reply, timeoutMs: number): Outcome {
  if (status !== null && status >= 500) return ["refused", `The mail server refused it: “${text}”`];
  if (status !== null && status >= 400) return ["deferred", `The mail server doesn't take it now: “${text}”`];
  const reason = /timeout/i.test(text)
    ? `The mail server didn't answer within ${timeoutMs / 1000} seconds: the mail may or may not have gone out.`
    : "The line to the mail server broke while it took the mail: it may or may not have gone out.";
  return ["unknown", reason];
}

function explainBeforeData(reply: Reply, timeoutMs: number): Outcome {
  const { code, command, status, text } = reply;
  if (code === "EAUTH") return explainSignIn(reply);
  // the server wants a sign-in first, for every mail
  if (status === 530)
    return ["unavailable", `The mail server wants a sign-in: set SMTP_USERNAME and SMTP_PASSWORD. It says “${text}”`];
  // a reply may contain any word, such as the address that it refuses
  if (code === "ETLS" || (status === null && CERTIFICATE.test(`${code} ${text}`))) return explainTls(reply);
  const [, maxBytes] = /^Message size larger than allowed (\d+)/.exec(text) ?? [];
  if (maxBytes !== undefined) return explainSize(Number(maxBytes));
  if (status === null) return explainConnection(reply, timeoutMs);
  if (status === 421 || (status < 500 && command === "MAIL FROM"))
    return ["throttled", `The mail server is busy: “${text}”`];
  if (status < 500) return ["deferred", `The mail server doesn't take it now: “${text}”`];
  if (command === "MAIL FROM") return explainSender(reply);
  if (command === "RCPT TO") return ["refused", `The mail server refused the address: “${text}”`];
  if (/^(?:DATA|API)$/.test(command)) return ["refused", `The mail server refused it: “${text}”`];
  return ["unavailable", `The mail server turned the club away: “${text}”`];
}

function explainSignIn({ status, text }: Reply): Outcome {
  if (status === null)
    return ["unavailable", "The mail server offers no sign-in that the club knows: check SMTP_PORT and SMTP_SECURITY."];
  if (status < 500) return ["unavailable", `The mail server can't check the password now: “${text}”`];
  const advice = "check SMTP_USERNAME and SMTP_PASSWORD";
  return ["unavailable", `The mail server refused the sign-in: ${advice}. It says “${text}”`];
}

function explainTls({ command, status, text }: Reply): Outcome {
  const explain = (): string => {
    if (status !== null || command === "EHLO")
      return "The mail server doesn't offer STARTTLS, so neither password nor mail was sent: check SMTP_PORT, or set SMTP_SECURITY=tls.";
    if (/wrong.version|unknown.protocol|packet length|record layer/i.test(text))
      return "The mail server doesn't speak TLS on this port: check SMTP_PORT and SMTP_SECURITY.";
    if (/ALTNAME/i.test(text))
      return `The mail server's certificate isn't valid for SMTP_ADDRESS, so nothing was sent: use the name in the certificate (${text}).`;
    if (/EXPIRED/i.test(text))
      return `The mail server's certificate has expired, so nothing was sent: renew it (${text}).`;
    return `This machine doesn't trust the mail server's certificate, so nothing was sent: the server needs one from a known authority (${text}).`;
  };
  return ["unavailable", explain()];
}

function explainSender({ status, text }: Reply): Outcome {
  if (status === 552 || /\b5\.3\.4\b/.test(text))
    return ["refused", `The email is larger than the mail server takes: “${text}”`];
  return ["refused", `The mail server refuses this sender: check EMAIL_FROM. It says “${text}”`];
}

function explainSize(maxBytes: number): Outcome {
  const maxMegabytes = Math.floor((10 * maxBytes) / MB) / 10;
  return ["refused", `The email is larger than the mail server takes: at most ${maxMegabytes} MB.`];
}

function explainConnection({ code, text }: Reply, timeoutMs: number): Outcome {
  const explain = (): string => {
    if (code === "EDNS" || /ENOTFOUND|EAI_AGAIN|getaddrinfo/.test(text))
      return "There is no mail server of this name: check SMTP_ADDRESS.";
    if (/greeting/i.test(text))
      return "The mail server was reached, but said nothing: check SMTP_PORT, and set SMTP_SECURITY=tls for port 465.";
    if (code === "ETIMEDOUT")
      return `The mail server didn't answer within ${timeoutMs / 1000} seconds. The mail was not sent.`;
    return "The mail server couldn't be reached, or closed the line: check SMTP_ADDRESS, SMTP_PORT and the network.";
  };
  return ["unavailable", explain()];
}

function parseReply(error: unknown, hideSecrets: HideSecrets): Reply {
  const shorten = (text: string) => sanitizeServiceText(text, REPLY_MAX_CHARS, hideSecrets);
  if (!(error instanceof Error)) return { code: "", command: "", status: null, text: shorten(String(error)) };
  const fields: Record<string, unknown> = { ...error };
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  const status = fields["responseCode"];
  return {
    code: text("code"),
    command: text("command"),
    status: typeof status === "number" ? status : null,
    text: shorten(text("response") || `${error.message} ${text("originalCode")}`),
  };
}

import { domainToASCII } from "node:url";

import type Mail from "nodemailer/lib/mailer";

import { replaceLineBreaks } from "#contract/text-rule.ts";
import type { RawMail } from "#server/adapters/mail-service.ts";
import type { Deps } from "#server/deps.ts";
import { parseSender } from "#server/settings/values.ts";

import type { Message } from "./message.ts";

type Recipient = { displayName: string; email: string };

type FileMail = {
  to: string;
  subject: string;
  text: string;
  file: { filename: string; content: Buffer; contentType: string };
};

/** Encodes a mail (RFC 5322). */
export function composeMail(deps: Deps, message: Message, recipient: Recipient): Promise<RawMail> {
  const { subject, text, html, images, attachment, unsubscribe } = message;
  return encodeMail(deps, recipient, {
    subject,
    text,
    html,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribe !== null && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    attachments: [
      ...images.map(({ cid, filename, content }) => ({
        cid,
        filename,
        content: Buffer.from(content),
        contentType: "image/jpeg",
        contentDisposition: "inline" as const,
      })),
      ...(attachment ? [attachment] : []),
    ],
  });
}

export function composeFile(deps: Deps, { to, subject, text, file }: FileMail): Promise<RawMail> {
  return encodeMail(deps, { displayName: "", email: to }, { subject, text, attachments: [file] });
}

async function encodeMail(
  deps: Deps,
  { displayName, email }: Recipient,
  mail: Mail.Options & { subject: string },
): Promise<RawMail> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const sender = getSender(deps);
  const recipientAddress = toAsciiAddress(replaceLineBreaks(email));
  const node = new MailComposer({
    ...mail,
    from: { name: replaceLineBreaks(sender.name), address: sender.address },
    to: { name: replaceLineBreaks(displayName), address: recipientAddress },
    subject: replaceLineBreaks(mail.subject),
    // servers that defend against SMTP smuggling reject a bare CR or LF
    newline: "windows",
    ...(typeof mail.text === "string" && { text: normalizeLineBreaks(mail.text) }),
    ...(typeof mail.html === "string" && { html: normalizeLineBreaks(mail.html) }),
    date: deps.clock.now(),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  return { from: toAsciiAddress(sender.address), to: recipientAddress, raw: await node.build() };
}

/** EMAIL_FROM, by default with the club's name. */
export function getSender({ config }: Deps): { name: string; address: string } {
  const { name, address } = parseSender(config.email.from ?? "");
  return { name: name || config.clubName, address };
}

/** Mail servers need the ASCII form of a domain like bücher.example. */
function toAsciiAddress(email: string): string {
  const at = email.lastIndexOf("@") + 1;
  return email.slice(0, at) + (domainToASCII(email.slice(at)) || email.slice(at));
}

function normalizeLineBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

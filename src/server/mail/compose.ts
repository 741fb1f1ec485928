import type { RawMail } from "#server/adapters/mailer.ts";
import type { Deps } from "#server/deps.ts";

import type { Message } from "./message.ts";

type Recipient = { displayName: string; email: string };

/** Encodes a mail (RFC 5322) with its pictures and attachment. */
export async function compose(deps: Deps, message: Message, recipient: Recipient): Promise<RawMail> {
  const from = sender(deps);
  const { attachment, unsubscribe } = message;
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const node = new MailComposer({
    from: { name: headerText(from.name), address: from.address },
    to: { name: headerText(recipient.displayName), address: headerText(recipient.email) },
    subject: headerText(message.subject),
    date: deps.clock.now(),
    text: message.text,
    html: message.html,
    headers: {
      "Auto-Submitted": "auto-generated",
      // one-click unsubscribe (RFC 8058)
      ...(unsubscribe !== null && {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    attachments: [
      ...message.pictures.map(({ cid, filename, content }) => ({
        cid,
        filename,
        content: Buffer.from(content),
        contentType: "image/jpeg",
        contentDisposition: "inline" as const,
      })),
      ...(attachment ? [attachment] : []),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  return { from: from.address, to: headerText(recipient.email), raw: await node.build() };
}

export async function composeFile(
  deps: Deps,
  mail: { to: string; subject: string; text: string; file: { filename: string; content: Buffer; contentType: string } },
): Promise<RawMail> {
  const from = sender(deps);
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const to = headerText(mail.to);
  const node = new MailComposer({
    from: { name: headerText(from.name), address: from.address },
    to,
    subject: headerText(mail.subject),
    date: deps.clock.now(),
    text: mail.text,
    attachments: [mail.file],
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  return { from: from.address, to, raw: await node.build() };
}

/** EMAIL_FROM, with the club's name where it has none. */
export function sender({ config }: Deps): { name: string; address: string } {
  const value = config.email.from ?? "";
  const [, name, bracketed] = /^\s*"?([^"<]*?)"?\s*<([^\s<>]+)>\s*$/.exec(value) ?? [];
  return { name: name || config.clubName, address: bracketed ?? value };
}

/** Strips control characters, so no value can start a header. */
function headerText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

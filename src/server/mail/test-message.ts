import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";

import { clubFrame, mailPage, STYLES } from "./layout.ts";
import { type Message, plainText } from "./message.ts";

export async function testMessage(deps: Deps): Promise<Message> {
  const frame = await clubFrame(deps);
  const { clubName, address } = frame;
  const words = `If you can read this, the email service of ${clubName} works.`;
  const links = `Links in the club's mails lead to ${address}. If that's wrong, set PUBLIC_URL on the server.`;
  return {
    subject: `Test email from ${clubName}`,
    html: mailPage({
      ...frame,
      preheader: "The email service works.",
      title: "It works",
      body: html`<p style="${STYLES.text}">${words}</p>
        <p style="${STYLES.text}">${links}</p>`,
      footer: html`<p style="${STYLES.small}">An admin of ${clubName} sent this test to this address.</p>`,
    }),
    text: plainText(["It works.", words, links, `--\nAn admin of ${clubName} sent this test to this address.`]),
    pictures: frame.hero ? [frame.hero] : [],
    attachment: null,
    unsubscribe: null,
  };
}

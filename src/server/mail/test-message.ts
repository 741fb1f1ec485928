import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";

import { clubFrame, STYLES } from "./layout.ts";
import { composeMessage, type Message } from "./message.ts";

export async function testMessage(deps: Deps): Promise<Message> {
  const frame = await clubFrame(deps);
  const { clubName, address } = frame;
  const words = `If you can read this, the email service of ${clubName} works.`;
  const links = `Links in the club's mails lead to ${address}. If that's wrong, set PUBLIC_URL on the server.`;
  return composeMessage(frame, {
    subject: `Test email from ${clubName}`,
    preheader: "The email service works.",
    title: "It works",
    body: html`<p style="${STYLES.text}">${words}</p>
      <p style="${STYLES.text}">${links}</p>`,
    footer: html`An admin of ${clubName} sent this test to this address.`,
    text: ["It works.", words, links, `--\nAn admin of ${clubName} sent this test to this address.`],
  });
}

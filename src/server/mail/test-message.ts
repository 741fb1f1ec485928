import type { Deps } from "#server/deps.ts";
import { html } from "#server/http/html.ts";

import { createMailFrame, INLINE_STYLES } from "./layout.ts";
import { composeMessage, type Message } from "./message.ts";

export async function createTestMessage(deps: Deps): Promise<Message> {
  const frame = await createMailFrame(deps);
  const { clubName, address } = frame;
  const paragraph = `If you can read this, the email service of ${clubName} works.`;
  const links = `Links in the club's mails lead to ${address}. If that's wrong, set PUBLIC_URL on the server.`;
  return composeMessage(frame, {
    subject: `Test email from ${clubName}`,
    preheader: "The email service works.",
    title: "It works",
    body: html`<p style="${INLINE_STYLES.text}">${paragraph}</p>
      <p style="${INLINE_STYLES.text}">${links}</p>`,
    footer: html`An admin of ${clubName} sent this test to this address.`,
    text: ["It works.", paragraph, links, `--\nAn admin of ${clubName} sent this test to this address.`],
  });
}

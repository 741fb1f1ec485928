import type { MailFrame } from "./layout.ts";
import { composeMessage, type Message } from "./message.ts";

export function createTestMessage(frame: MailFrame): Message {
  const { clubName, address } = frame;
  return composeMessage(frame, {
    subject: `Test email from ${clubName}`,
    preheader: "The email service works.",
    title: "It works",
    body: [
      { text: "It works." },
      `If you can read this, the email service of ${clubName} works.`,
      `Links in the club's mails lead to ${address}. If that's wrong, set PUBLIC_URL on the server.`,
    ],
    reason: `An admin of ${clubName} sent this test to this address.`,
  });
}

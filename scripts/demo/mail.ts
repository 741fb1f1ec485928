import startSesEmulator from "aws-ses-v2-local";

import { freePort } from "../free-port.ts";

/** A mail service that delivers nothing and shows what it got. */
export type DemoMail = { address: string; environment: Record<string, string> };

/**
 * Starts a local Amazon SES for the demo, which shows its mails at `address`. `environment` takes the place of whatever
 * mail settings the machine has: the demo's people have no mailboxes.
 */
export async function startDemoMail(): Promise<DemoMail> {
  const port = await freePort();
  await startSesEmulator({ host: "127.0.0.1", port });
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    environment: {
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: "demo",
      AWS_SECRET_ACCESS_KEY: "demo",
      EMAIL_FROM: "The Book Mouse <mouse@example.org>",
      AWS_ENDPOINT_URL_SES: address,
    },
  };
}

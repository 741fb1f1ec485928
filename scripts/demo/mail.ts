import startSesEmulator from "aws-ses-v2-local";

import { freePort } from "../free-port.ts";

type DemoMail = { address: string; environment: Record<string, string> };

/** Starts a local Amazon SES whose inbox is at `address`. `environment` overrides the machine's mail settings. */
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

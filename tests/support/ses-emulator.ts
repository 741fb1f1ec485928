import startServer from "aws-ses-v2-local";

import { freePort } from "../../scripts/free-port.ts";

/** A mail as the emulator received and parsed it; attachments in base64. */
type ReceivedMail = {
  from: string;
  destination: { to: string[] };
  subject: string;
  body: { text?: string; html?: string };
  attachments: { filename?: string; contentType: string; cid?: string; content: string }[];
};

/** Starts a local Amazon SES (aws-ses-v2-local) on a free port; `environment` points a club at it. */
export async function startSesEmulator() {
  const port = await freePort();
  const server = await startServer({ host: "127.0.0.1", port });
  const url = `http://127.0.0.1:${port}`;
  // Bun's own fetch: web app tests replace the global one
  return {
    environment: mailEnvironment(url),
    /** Every mail since the last `clear`. */
    mails: async (): Promise<ReceivedMail[]> => (await (await Bun.fetch(`${url}/store`)).json()).emails,
    clear: () => Bun.fetch(`${url}/clear-store`, { method: "POST" }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Settings of a club whose mail service is at `endpoint`. */
export function mailEnvironment(endpoint: string): Record<string, string> {
  return {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "AKIATEST",
    AWS_SECRET_ACCESS_KEY: "secret-of-the-test",
    EMAIL_FROM: "The Book Mouse <club@example.org>",
    AWS_ENDPOINT_URL_SES: endpoint,
    PUBLIC_URL: "http://club.example.org",
  };
}

import startServer from "aws-ses-v2-local";

import { createSesMailer } from "#server/adapters/ses.ts";
import { readConfig } from "#server/config.ts";

import { freePort } from "../../scripts/free-port.ts";
import { BY_SMTP, startMailServer } from "./mail-service.ts";
import { mailEnvironment } from "./ses-server.ts";

/** A mail as the emulator received and parsed it; attachments in base64. */
type ReceivedMail = {
  from: string;
  destination: { to: string[] };
  subject: string;
  body: { text?: string; html?: string };
  attachments: { filename?: string; contentType: string; cid?: string; content: string }[];
};

/** A mail service of the tested kind, whose mails the SES emulator parses. */
export async function startMailbox(): Promise<Awaited<ReturnType<typeof startSesEmulator>>> {
  const ses = await startSesEmulator();
  // all emulators of a process share one inbox
  await ses.clear();
  if (!BY_SMTP) return ses;
  const smtp = await startMailServer();
  const sesMailer = createSesMailer(readConfig(ses.environment).email);
  let pendingReads: Promise<unknown> = Promise.resolve();
  smtp.watch((number) => {
    const { source = "", to = "", raw = "" } = smtp.accepted[number] ?? {};
    pendingReads = pendingReads.then(() => sesMailer.send({ from: source, to, raw: Buffer.from(raw, "latin1") }));
  });
  return {
    ...ses,
    environment: smtp.environment,
    mails: async () => {
      await pendingReads;
      return ses.mails();
    },
    close: () => {
      smtp.close();
      ses.close();
    },
  };
}

/** Starts a local Amazon SES (aws-ses-v2-local) on a free port; `environment` points a club at it. */
async function startSesEmulator() {
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

import { createSesMailer } from "#server/adapters/ses.ts";
import { readConfig } from "#server/config.ts";

import { BY_SMTP, startMailServer } from "./mail-service.ts";
import { startSesEmulator } from "./ses-emulator.ts";

/** A mail service of the kind that is tested, whose mails are read by a mail program: the SES emulator's. */
export async function startMailbox(): Promise<Awaited<ReturnType<typeof startSesEmulator>>> {
  const ses = await startSesEmulator();
  // all emulators of a process share what came
  await ses.clear();
  if (!BY_SMTP) return ses;
  const smtp = await startMailServer();
  const reader = createSesMailer(readConfig(ses.environment).email);
  let read: Promise<unknown> = Promise.resolve();
  smtp.watch((number) => {
    const { source = "", to = "", raw = "" } = smtp.taken[number] ?? {};
    read = read.then(() => reader.send({ from: source, to, raw: Buffer.from(raw, "latin1") }));
  });
  return {
    ...ses,
    environment: smtp.environment,
    mails: async () => {
      await read;
      return ses.mails();
    },
    close: () => {
      smtp.close();
      ses.close();
    },
  };
}

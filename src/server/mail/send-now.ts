import { MailError } from "#server/adapters/mail-error.ts";
import type { RawMail } from "#server/adapters/mail-service.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

/** Sends a mail that someone waits for, past the outbox. @throws AppError 'unreachable', 'timed-out' with SES's reason */
export async function sendNow({ mailer }: Pick<Deps, "mailer">, mail: RawMail): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new AppError(error.kind === "unknown" ? "timed-out" : "unreachable", error.message, { cause: error });
  }
}

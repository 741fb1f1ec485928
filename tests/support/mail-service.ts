import { startSesServer } from "./ses-server.ts";
import { startSmtpServer } from "./smtp-server.ts";

/** How the service handles a mail, in SES's terms; `accepted`: it sends the mail nevertheless. */
export type Treatment =
  | { kind: "ok" }
  | { kind: "error"; status: number; code: string; message?: string; accepted?: boolean }
  | { kind: "hang" };

/** A mail service of either kind, for tests. */
export type MailService = {
  /** The settings for a club that uses it. */
  environment: Record<string, string>;
  /** Every accepted mail: the envelope's addresses, and the raw message. */
  accepted: { to: string; source: string; raw: string }[];
  /** The number of mails sent to it, accepted or not. */
  attempts: () => number;
  /** Decides by the mail's number, from 0, and its address. */
  treat: (treatment: (number: number, to: string) => Treatment) => void;
  /** Called with the number of each accepted mail, from 0, once the service has all of it. */
  watch: (onMail: (number: number) => void) => void;
  /** The texts for admins that differ between the two kinds. */
  says: {
    refused: (message: string) => string;
    wrongKey: RegExp;
    /** What the status shows as the region. */
    region: string;
    /** An invalid setting, and its error message. */
    broken: { environment: Record<string, string>; error: RegExp; log: string };
  };
  close: () => void;
};

/** tests/nightly/mail-transports.test.ts runs every test of mail with both. */
export const BY_SMTP = Bun.env["TEST_MAIL"] === "smtp";

export const startMailService = (): MailService | Promise<MailService> =>
  BY_SMTP ? startMailServer() : startSesServer();

/** One that requires a sign-in, like a provider's. */
export const startMailServer = () => startSmtpServer({ login: { username: "club", password: "secret-of-the-test" } });

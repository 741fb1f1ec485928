import type { SESClient } from "@aws-sdk/client-ses";

import type { Config } from "#server/config.ts";

import { MailFault, toMailFault } from "./mail-fault.ts";

type SendQuota = {
  perSecond: number;
  /** Mails in 24 hours; -1 for no limit. */
  perDay: number;
};

export type RawMail = { from: string; to: string; raw: Uint8Array };

export type Mailer = ReturnType<typeof createMailer>;

const TIMEOUT_MS = 10_000;
const QUOTA_TIMEOUT_MS = 3000;

type Timeouts = { timeoutMs?: number; quotaTimeoutMs?: number };

/** Sends through Amazon SES; the client loads with the first mail. */
export function createMailer(
  email: Config["email"],
  { timeoutMs = TIMEOUT_MS, quotaTimeoutMs = QUOTA_TIMEOUT_MS }: Timeouts = {},
) {
  let client: SESClient | null = null;
  const load = async () => {
    try {
      const ses = await import("@aws-sdk/client-ses");
      client ??= connect(ses.SESClient, email);
      const { GetSendQuotaCommand, SendRawEmailCommand } = ses;
      return { client, GetSendQuotaCommand, SendRawEmailCommand };
    } catch (error) {
      if (error instanceof MailFault) throw error;
      throw new MailFault("unavailable", "The email client couldn't be started: check AWS_REGION and the keys.", error);
    }
  };
  return {
    /** Sends once: the client's own retries could send twice. @returns SES's message id @throws MailFault */
    send: async ({ from, to, raw }: RawMail): Promise<string> => {
      const { client, SendRawEmailCommand } = await load();
      const command = new SendRawEmailCommand({ Source: from, Destinations: [to], RawMessage: { Data: raw } });
      try {
        const answer = await client.send(command, { abortSignal: AbortSignal.timeout(timeoutMs) });
        return answer.MessageId ?? "";
      } catch (error) {
        throw toMailFault(error, timeoutMs);
      }
    },

    quota: async (): Promise<SendQuota> => {
      const { client, GetSendQuotaCommand } = await load();
      try {
        const abortSignal = AbortSignal.timeout(quotaTimeoutMs);
        const answer = await client.send(new GetSendQuotaCommand({}), { abortSignal });
        return { perSecond: answer.MaxSendRate ?? 1, perDay: answer.Max24HourSend ?? -1 };
      } catch (error) {
        throw toMailFault(error, quotaTimeoutMs);
      }
    },
  };
}

function connect(
  Client: typeof SESClient,
  { region, accessKeyId, secretAccessKey, endpoint }: Config["email"],
): SESClient {
  if (region === null || accessKeyId === null || secretAccessKey === null)
    throw new MailFault("unavailable", "The email service is not configured on the server.");
  // else the client would fail on each mail, leaving it unclear whether it went out
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(region)) throw new RangeError(`Unknown region "${region}"`);
  return new Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== null && { endpoint }),
    maxAttempts: 1,
    // an idle connection may be dead, leaving it unclear whether the mail was accepted
    requestHandler: { httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } },
  });
}

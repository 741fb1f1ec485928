import type { SESClient } from "@aws-sdk/client-ses";

import type { SesSettings } from "#server/config.ts";

import { requireNameServer } from "./dns.ts";
import { type Mailer, MailError, sendTimeoutMs, toMailError } from "./mail-service.ts";

/** SES version 1 accepts encoded mails up to this size. */
const MAX_BYTES = 10 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const QUOTA_TIMEOUT_MS = 3000;

type Timeouts = { timeoutMs?: number; quotaTimeoutMs?: number };

export function createSesMailer(
  email: SesSettings,
  { timeoutMs = TIMEOUT_MS, quotaTimeoutMs = QUOTA_TIMEOUT_MS }: Timeouts = {},
): Mailer {
  let client: SESClient | null = null;
  const start = async () => {
    try {
      const ses = await import("@aws-sdk/client-ses");
      client ??= connect(ses.SESClient, email);
      const { GetSendQuotaCommand, SendRawEmailCommand } = ses;
      return { client, GetSendQuotaCommand, SendRawEmailCommand };
    } catch (error) {
      if (error instanceof MailError) throw error;
      throw new MailError("unavailable", "The email client couldn't be started: check AWS_REGION and the keys.", error);
    }
  };
  const load = async () => {
    const ses = await start();
    await requireNameServer(new URL(email.endpoint ?? `https://email.${email.region}.amazonaws.com`)).catch((error) => {
      throw new MailError("unavailable", "No name server responds, so the email service can't be reached.", error);
    });
    return ses;
  };
  return {
    send: async ({ from, to, raw }) => {
      const { client, SendRawEmailCommand } = await load();
      const command = new SendRawEmailCommand({ Source: from, Destinations: [to], RawMessage: { Data: raw } });
      const limitMs = sendTimeoutMs(timeoutMs, raw);
      try {
        const response = await client.send(command, { abortSignal: AbortSignal.timeout(limitMs) });
        return response.MessageId ?? "";
      } catch (error) {
        throw toMailError(error, limitMs, email.hideSecrets);
      }
    },

    quota: async () => {
      const { client, GetSendQuotaCommand } = await load();
      try {
        const abortSignal = AbortSignal.timeout(quotaTimeoutMs);
        const response = await client.send(new GetSendQuotaCommand({}), { abortSignal });
        return { perSecond: response.MaxSendRate ?? 1, perDay: response.Max24HourSend ?? -1, maxBytes: MAX_BYTES };
      } catch (error) {
        throw toMailError(error, quotaTimeoutMs, email.hideSecrets);
      }
    },
  };
}

function connect(Client: typeof SESClient, { region, accessKeyId, secretAccessKey, endpoint }: SesSettings): SESClient {
  if (region === null || accessKeyId === null || secretAccessKey === null)
    throw new MailError("unavailable", "The email service is not configured on the server.");
  // the client would fail on each mail, which would count as maybe sent
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(region)) throw new RangeError(`Unknown region "${region}"`);
  return new Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== null && { endpoint }),
    maxAttempts: 1,
    // if an idle connection is dead, a mail would count as maybe sent
    requestHandler: { httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } },
  });
}

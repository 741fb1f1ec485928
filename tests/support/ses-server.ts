import type { MailService, Treatment } from "./mail-service.ts";

/**
 * A small SES for what the emulator lacks: quotas, errors and timeouts. It implements SES v1's query protocol. `treat`
 * decides by the mail's number, from 0, and its address.
 */
export function startSesServer({ perDay = 50_000 } = {}) {
  const accepted: MailService["accepted"] = [];
  let calls = 0;
  let onMail = (_number: number) => {};
  let treat = (_number: number, _to: string): Treatment => ({ kind: "ok" });
  // another test may still call the program that had this port before
  const path = `/${crypto.randomUUID()}/`;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    fetch: async (request) => {
      if (new URL(request.url).pathname !== path) return new Response(null, { status: 404 });
      const form = new URLSearchParams(await request.text());
      if (form.get("Action") === "GetSendQuota")
        return xml(
          `<GetSendQuotaResponse><GetSendQuotaResult><MaxSendRate>1000.0</MaxSendRate><Max24HourSend>${perDay}.0</Max24HourSend><SentLast24Hours>0.0</SentLast24Hours></GetSendQuotaResult></GetSendQuotaResponse>`,
        );
      const to = form.get("Destinations.member.1") ?? "";
      const treatment = treat(calls++, to);
      if (treatment.kind === "hang") return new Promise<Response>(() => {});
      if (treatment.kind === "ok" || treatment.accepted) {
        accepted.push({
          to,
          source: form.get("Source") ?? "",
          raw: Buffer.from(form.get("RawMessage.Data") ?? "", "base64").toString("latin1"),
        });
        onMail(accepted.length - 1);
      }
      if (treatment.kind === "ok")
        return xml(
          `<SendRawEmailResponse><SendRawEmailResult><MessageId>m-${calls}</MessageId></SendRawEmailResult></SendRawEmailResponse>`,
        );
      const { status, code, message = "" } = treatment;
      return xml(
        `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${Bun.escapeHTML(message)}</Message></Error></ErrorResponse>`,
        status,
      );
    },
  });
  return {
    environment: mailEnvironment(`http://127.0.0.1:${server.port}${path}`),
    accepted,
    attempts: () => calls,
    treat: (treatment: typeof treat) => {
      treat = treatment;
      calls = 0;
    },
    watch: (handler: typeof onMail) => {
      onMail = handler;
    },
    says: {
      refused: (message: string) => `SES refused the email: ${message}`,
      wrongKey: /AWS_ACCESS_KEY_ID/,
      region: "us-east-1",
      broken: { environment: { AWS_REGION: "eu west" }, error: /AWS_REGION/, log: "eu west" },
    },
    close: () => void server.stop(true),
  } satisfies MailService;
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

/** Decodes quoted-printable text, one character per byte. */
export function decodeQuotedPrintable(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function xml(body: string, status = 200): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${body}`, { status });
}

import ipaddr from "ipaddr.js";

import type { HideSecrets } from "./hide-secrets.ts";
import type { ReportProblem } from "./values.ts";

export type SmtpSettings = Readonly<{
  address: string | null;
  port: number;
  username: string | null;
  password: string | null;
  /** starttls: encrypted after a plain greeting. tls: from the first byte. none: on this machine only. */
  security: "starttls" | "tls" | "none";
  hideSecrets: HideSecrets;
}>;

export type SesSettings = Readonly<{
  region: string | null;
  accessKeyId: string | null;
  secretAccessKey: string | null;
  endpoint: string | null;
  hideSecrets: HideSecrets;
}>;

export type EmailSettings = SesSettings &
  Readonly<{
    from: string | null;
    way: "ses" | "smtp";
    smtp: SmtpSettings;
  }>;

export function readMailService(
  mail: string,
  { region, accessKeyId, secretAccessKey }: Pick<SesSettings, "region" | "accessKeyId" | "secretAccessKey">,
  smtp: SmtpSettings,
  fail: ReportProblem,
): "ses" | "smtp" {
  // sudo and login set MAIL to the path of the account's mailbox
  const choice = mail.startsWith("/") ? "" : mail;
  if (choice !== "" && choice !== "ses" && choice !== "smtp") fail(`MAIL must be one of ses, smtp, not '${choice}'.`);
  const hasSes = region !== null || accessKeyId !== null || secretAccessKey !== null;
  if (choice === "" && smtp.address !== null && hasSes)
    fail("SMTP_ADDRESS and AWS_… are both set: say with MAIL=smtp or MAIL=ses which way mail goes.");
  const service = choice === "smtp" || (choice === "" && smtp.address !== null) ? "smtp" : "ses";
  if (service === "smtp" && smtp.security === "none" && smtp.address !== null && !isThisMachine(smtp.address))
    fail("SMTP_SECURITY=none is only for a mail server on this machine: use starttls or tls.");
  return service;
}

function isThisMachine(address: string): boolean {
  if (address.toLowerCase() === "localhost") return true;
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

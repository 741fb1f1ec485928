import ipaddr from "ipaddr.js";

import type { ReportProblem } from "./values.ts";

export function readMailService(
  mail: string,
  { region, accessKeyId, secretAccessKey }: Record<"region" | "accessKeyId" | "secretAccessKey", string | null>,
  smtp: { address: string | null; security: string },
  fail: ReportProblem,
): "ses" | "smtp" {
  // sudo and login set MAIL to the path of the account's mailbox
  const choice = mail.startsWith("/") ? "" : mail;
  if (choice !== "" && choice !== "ses" && choice !== "smtp") fail(`MAIL must be one of ses, smtp, not '${choice}'.`);
  const hasSes = region !== null || accessKeyId !== null || secretAccessKey !== null;
  if (choice === "" && smtp.address !== null && hasSes)
    fail("SMTP_ADDRESS and AWS_… are both set: choose one with MAIL=smtp or MAIL=ses.");
  const service = choice === "smtp" || (choice === "" && smtp.address !== null) ? "smtp" : "ses";
  if (service === "smtp" && smtp.security === "none" && smtp.address !== null && !isThisMachine(smtp.address))
    fail("SMTP_SECURITY=none is only for a mail server on this machine: use starttls or tls.");
  return service;
}

function isThisMachine(address: string): boolean {
  if (address.toLowerCase() === "localhost") return true;
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

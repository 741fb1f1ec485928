import { MailFault } from "#server/adapters/mail-fault.ts";
import type { Deps } from "#server/deps.ts";
import { missingSettings } from "#server/outbox/settings.ts";

import { type Finding, fix, note, ok } from "./finding.ts";

const SANDBOX_MAILS_A_DAY = 200;

export async function examineMail(deps: Deps): Promise<Finding[]> {
  const { region, accessKeyId, secretAccessKey, from, endpoint } = deps.config.email;
  if ([region, accessKeyId, secretAccessKey, from].every((value) => value === null))
    return [note("Mail", "It isn't set up, so no email is sent.")];
  const missing = missingSettings(deps);
  if (missing.length > 0) return [fix("Mail", `It's only partly set up: ${missing.join(", ")} missing.`)];

  const findings: Finding[] = [ok("Mail", `It's set up and sends as ${from}.`)];
  if (region !== null && endpoint === null && !/^[a-z]{2}(?:-[a-z]+)+-\d$/.test(region))
    findings.push(fix("Mail", `AWS_REGION is '${region}', but regions have names like us-east-1.`));
  else findings.push(await examineAccount(deps));
  if (!deps.stores.email.isEnabled())
    findings.push(note("Mail", "The service is off: turn it on in the dashboard's Email Configuration tab."));
  return findings;
}

async function examineAccount({ mailer }: Deps): Promise<Finding> {
  try {
    const { perDay, perSecond } = await mailer.quota();
    if (perDay >= 0 && perDay <= SANDBOX_MAILS_A_DAY) {
      const message = `SES allows ${perDay} emails a day, so the account is probably in the sandbox, where sender and recipient must be verified: ask AWS for production access.`;
      return fix("Mail", message);
    }
    return ok("Mail", `The keys work. SES accepts up to ${perSecond} emails a second.`);
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    if (error.message.includes("ses:SendRawEmail"))
      return note(
        "Mail",
        "The keys can't read the account's limits (ses:GetSendQuota), so one email is sent per second.",
      );
    return fix("Mail", error.message);
  }
}

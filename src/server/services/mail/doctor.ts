import { MailFault } from "#server/adapters/mail-fault.ts";
import type { Deps } from "#server/deps.ts";

/** What SES lets an account send in a day before it leaves the sandbox. */
const SANDBOX_MAILS_A_DAY = 200;

/** What the operator should know of the mail settings: whether each is a fault, and in which words. */
export type MailFinding = { isFault: boolean; sentence: string };

/** Checks region, keys, from address, sandbox and PUBLIC_URL; asks SES where it can. */
export async function examineMail(deps: Deps): Promise<MailFinding[]> {
  const { region, accessKeyId, secretAccessKey, from, endpoint } = deps.config.email;
  const settings = {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    EMAIL_FROM: from,
  };
  const missing = Object.entries(settings).flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length === Object.keys(settings).length)
    return [fine("E-mail is not set up: no welcome and no monthly mail will go out. See .env.example.")];
  if (missing.length > 0) return [fault(`E-mail is half set up: ${missing.join(", ")} is missing.`)];

  const findings = [fine(`E-mail goes out from ${from} through SES in ${region}${endpoint ? ` at ${endpoint}` : ""}.`)];
  if (region !== null && endpoint === null && !/^[a-z]{2}(?:-[a-z]+)+-\d$/.test(region))
    findings.push(fault(`AWS_REGION is '${region}', but regions have names like us-east-1.`));
  if (deps.config.publicUrl === null)
    findings.push(fault("PUBLIC_URL is not set: the links in mails lead to this machine alone."));
  else if (!deps.config.secure)
    findings.push(
      fault("PUBLIC_URL is not https: mail programs warn of its links and refuse one-click unsubscribing."),
    );
  findings.push(await examineAccount(deps));
  if (!deps.stores.email.isEnabled())
    findings.push(fine("The e-mail service is switched off on the dashboard's Email Configuration tab."));
  return findings;
}

async function examineAccount({ mailer }: Deps): Promise<MailFinding> {
  try {
    const { perDay, perSecond } = await mailer.quota();
    if (perDay >= 0 && perDay <= SANDBOX_MAILS_A_DAY)
      return fault(
        `The SES account allows ${perDay} mails a day, so it is most likely in the sandbox: both sender and recipient must be verified there. Ask AWS for production access.`,
      );
    return fine(`The keys work, and the SES account sends up to ${perSecond} mails a second.`);
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    if (/ses:SendRawEmail/.test(error.message))
      return fine("The keys may not read the sending limits (ses:GetSendQuota), so mail goes out one a second.");
    return fault(error.message);
  }
}

function fault(sentence: string): MailFinding {
  return { isFault: true, sentence };
}

function fine(sentence: string): MailFinding {
  return { isFault: false, sentence };
}

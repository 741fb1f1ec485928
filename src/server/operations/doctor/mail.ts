import { subDays } from "date-fns";

import { pluralize } from "#contract/counts.ts";
import { MailError, redactAddresses } from "#server/adapters/mail-service.ts";
import { getCurrentMonth } from "#server/books/current-book.ts";
import type { Deps } from "#server/deps.ts";
import { getSender } from "#server/mail/compose.ts";
import { findPushSubject } from "#server/mail/push/endpoints.ts";
import { listMissingSettings } from "#server/outbox/outbox.ts";

import { createFindings, type Finding } from "./finding.ts";

const MAIL = createFindings("Mail");
const SES_SANDBOX_MAILS_PER_DAY = 200;
const MAILS_SEARCHED_MAX = 100;

export async function checkMail(deps: Deps): Promise<Finding[]> {
  const { way, region, accessKeyId, secretAccessKey, from, endpoint, smtp } = deps.config.email;
  const settings =
    way === "smtp" ? [smtp.address, smtp.username, smtp.password] : [region, accessKeyId, secretAccessKey];
  if ([...settings, from].every((value) => value === null)) return [MAIL.note("It isn't set up, so no email is sent.")];
  const missing = listMissingSettings(deps);
  if (missing.length > 0) return [MAIL.fix(`It's only partly set up: ${missing.join(", ")} missing.`)];

  const findings: Finding[] = [MAIL.ok(`It's set up and sends as ${from}.`)];
  if (way === "smtp") findings.push(await checkServer(deps));
  else if (region !== null && endpoint === null && !/^[a-z]{2}(?:-[a-z]+)+-\d$/.test(region))
    findings.push(MAIL.fix(`AWS_REGION is '${region}', but regions have names like us-east-1.`));
  else findings.push(await checkSesAccount(deps));
  if (!deps.stores.email.isEnabled())
    findings.push(MAIL.note("The service is off: turn it on in the dashboard's Email Configuration tab."));
  return [...findings, ...checkOutbox(deps), ...(await checkDomains(deps))];
}

/** Reports rejected mail, which a successful sign-in doesn't reveal. */
function checkOutbox(deps: Deps): Finding[] {
  const { stores } = deps;
  const period = getCurrentMonth(deps);
  const findState = (state: "failed" | "unknown" | "queued", label: string) => {
    const example = stores.outbox
      .list(period, { state, limit: MAILS_SEARCHED_MAX })
      .find(({ reason }) => reason !== "");
    const count = pluralize(stores.outbox.count(period)[state], "email");
    return example ? [MAIL.note(`${label}: ${count}. ${redactAddresses(example.reason)}`)] : [];
  };
  return [
    ...findState("failed", "Not sent this month"),
    ...findState("unknown", "Sent or not this month, unknown"),
    ...findState("queued", "Waiting to be sent"),
  ];
}

async function checkServer({ mailer, config }: Deps): Promise<Finding> {
  const { address, username, security } = config.email.smtp;
  try {
    const { maxBytes } = await mailer.quota();
    const credentialsNote = username === null ? "without signing in" : `as ${username}`;
    const encryption = security === "none" ? "unencrypted, on this machine" : "encrypted";
    const size = maxBytes === null ? "" : ` It takes emails of up to ${Math.floor(maxBytes / 1_000_000)} MB.`;
    return MAIL.ok(`The mail server ${address} answers, ${encryption}, ${credentialsNote}.${size}`);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return MAIL.fix(error.message);
  }
}

/** Without these records, mail often ends as spam. */
async function checkDomains(deps: Deps): Promise<Finding[]> {
  const { publicUrl } = deps.config;
  const domains = [
    getSender(deps).address.split("@").at(-1) ?? "",
    publicUrl === null ? "" : new URL(publicUrl).hostname,
  ];
  const findings: Finding[] = [];
  for (const domain of new Set(domains.filter((name) => name.includes(".") && !/^[\d.]+$/.test(name)))) {
    const records = await deps.findMailRecords(domain);
    if (records === null) continue;
    const { spf, dmarc, dkim } = records;
    const recordTexts = [
      spf === null ? "no SPF record" : `SPF “${spf}”`,
      dkim === null ? "no DKIM key of a usual name" : `the DKIM key “${dkim}”`,
      dmarc === null ? "no DMARC record" : `DMARC “${dmarc}”`,
    ];
    const advice =
      domain === domains[0] && (spf === null || dmarc === null)
        ? " What is missing makes it likelier that email ends as spam: your mail service says what to set."
        : "";
    findings.push(MAIL.note(`The DNS of ${domain} has ${new Intl.ListFormat("en").format(recordTexts)}.${advice}`));
  }
  return findings;
}

async function checkSesAccount({ mailer }: Deps): Promise<Finding> {
  try {
    const { perDay, perSecond } = await mailer.quota();
    if (perDay >= 0 && perDay <= SES_SANDBOX_MAILS_PER_DAY)
      return MAIL.fix(
        `SES allows ${perDay} emails a day, so the account is probably in the sandbox, where sender and recipient must be verified: ask AWS for production access.`,
      );
    return MAIL.ok(`The keys work. SES accepts up to ${perSecond} emails a second.`);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    if (error.message.includes("ses:SendRawEmail"))
      return MAIL.note("The keys can't read the account's limits (ses:GetSendQuota), so one email is sent per second.");
    return MAIL.fix(error.message);
  }
}

const RECENT_ISSUE_DAYS = 40;

/** Reports rejections that no page shows. */
export function checkRejections(deps: Deps): Finding[] {
  return [...checkPush(deps), ...checkEreaders(deps)];
}

function checkPush({ stores, config }: Deps): Finding[] {
  const { ok, note, fix } = createFindings("Notifications");
  const subscriptionCount = stores.push.list().length;
  if (subscriptionCount === 0) return [];
  const rejections = stores.push.listRefusals();
  const subject = findPushSubject(config);
  const findings: Finding[] = [];
  if (subject === null)
    findings.push(
      note(
        "Apple's and Mozilla's services refuse notifications without a public address to write to: set EMAIL_FROM, or PUBLIC_URL to an https address that isn't only a name in your network.",
      ),
    );
  // other reasons may be temporary
  const permanentReason = rejections.find((rejection) => /answered 4(?!08|25|29)\d\d/.test(rejection));
  if (rejections.length > 0)
    findings.push(
      (permanentReason ? fix : note)(
        `Refused for ${rejections.length} of ${pluralize(subscriptionCount, "browser")}: ${permanentReason ?? rejections[0]}.`,
      ),
    );
  return findings.length > 0 ? findings : [ok(`${pluralize(subscriptionCount, "browser")} can be notified.`)];
}

function checkEreaders({ stores, clock }: Deps): Finding[] {
  const [latest, ...others] = stores.ereaderBooks.listRefusals(subDays(clock.now(), RECENT_ISSUE_DAYS).toISOString());
  if (latest === undefined) return [];
  const amount = pluralize(others.length + 1, "eReader");
  return [createFindings("eReaders").note(`The month's eBook didn't reach ${amount}: ${redactAddresses(latest)}`)];
}

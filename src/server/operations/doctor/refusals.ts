import { subDays } from "date-fns";

import { pluralize } from "#contract/counts.ts";
import { redactAddresses } from "#server/adapters/mail-error.ts";
import type { Deps } from "#server/deps.ts";
import { findPushSubject } from "#server/mail/push/subject.ts";

import { type Finding, fix, note, ok } from "./finding.ts";

const RECENT_DAYS = 40;

/** What services refused that nobody is waiting for. */
export function examineRefusals(deps: Deps): Finding[] {
  return [...examinePush(deps), ...examineEreaders(deps)];
}

function examinePush({ stores, config }: Deps): Finding[] {
  const about = "Notifications";
  const all = stores.push.list().length;
  if (all === 0) return [];
  const refusals = stores.push.listRefusals();
  const subject = findPushSubject(config);
  const findings: Finding[] = [];
  if (subject === null)
    findings.push(
      note(
        about,
        "Apple's and Mozilla's services refuse notifications without a public address to write to: set EMAIL_FROM, or PUBLIC_URL to an https address that isn't only a name in your network.",
      ),
    );
  // the others may be down for now
  const lasting = refusals.find((why) => /answered 4\d\d/.test(why));
  if (refusals.length > 0)
    findings.push(
      (lasting ? fix : note)(
        about,
        `Refused for ${refusals.length} of ${pluralize(all, "browser")}: ${lasting ?? refusals[0]}.`,
      ),
    );
  return findings.length > 0 ? findings : [ok(about, `${pluralize(all, "browser")} can be notified.`)];
}

function examineEreaders({ stores, clock }: Deps): Finding[] {
  const [latest, ...more] = stores.ereaders.listRefusals(subDays(clock.now(), RECENT_DAYS).toISOString());
  if (latest === undefined) return [];
  const amount = pluralize(more.length + 1, "eReader");
  return [note("eReaders", `The month's eBook didn't reach ${amount}: ${redactAddresses(latest)}`)];
}

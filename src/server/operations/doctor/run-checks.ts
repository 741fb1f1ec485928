import { pluralize } from "#contract/counts.ts";
import { sessionLimits } from "#server/access/sessions.ts";
import { BUILD } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { describeMissing, isIn } from "#server/storage/folders.ts";
import { fetchBucketInventory } from "#server/storage/media.ts";
import { findMissingOrTruncatedFiles } from "#server/storage/stored-files.ts";

import { examineAddress } from "./address.ts";
import { examineBackups, examineBucket, examineRestore } from "./backups.ts";
import { type Finding, fix, ok } from "./finding.ts";
import { checkMail, examineRefusals } from "./mail.ts";
import { examineDatabase, examineDisk, examineModes } from "./storage.ts";

export async function runChecks(deps: Deps): Promise<Finding[]> {
  const findings = [
    ok("Version", `This is bookclub ${BUILD}, and the database has its schema.`),
    time(deps),
    ...(await examineAddress(deps.config)),
    ...(await examineDisk(deps)),
    ...(await examineModes(deps.config.storageDir)),
    ...examineDatabase(deps),
    ...(await files(deps)),
    ...people(deps),
    ...(await examineBackups(deps)),
    ...(await examineBucket(deps)),
    ...examineRestore(deps),
    ...(await checkMail(deps)),
    ...examineRefusals(deps),
  ];
  // some quote what proxies and DNS answer
  return findings.map((finding) => ({ ...finding, message: deps.config.hideSecrets(finding.message) }));
}

function time({ clock, config }: Deps): Finding {
  const now = new Intl.DateTimeFormat("en", { timeZone: config.clubTimeZone, dateStyle: "medium", timeStyle: "short" });
  const message = `The club's time is ${now.format(clock.now())} (${config.clubTimeZone}); CLUB_TIME_ZONE changes that.`;
  return ok("Time", message);
}

async function files(deps: Deps): Promise<Finding[]> {
  const missing = deps.disk.listMissing();
  const faults = (await findMissingOrTruncatedFiles(deps, await fetchBucketInventory(deps))).filter(
    ({ path }) => !isIn(missing, path),
  );
  const findings = faults.map(({ path, found }) =>
    fix(
      "Files",
      `${path} is ${found === null ? "missing or unreadable" : "not the size it was when uploaded"}: upload it again, or restore a backup.`,
    ),
  );
  const folders = missing.map((folder) => fix("Files", describeMissing(deps.disk.root, folder)));
  return folders.length + findings.length === 0 ? [ok("Files", "All files are in place.")] : [...folders, ...findings];
}

function people({ stores, clock }: Deps): Finding[] {
  const { members, admins, sessions } = stores.count(sessionLimits(clock.now()));
  if (admins > 0)
    return [
      ok(
        "People",
        `${pluralize(members, "member")} (${pluralize(admins, "admin")}); ${pluralize(sessions, "session")}.`,
      ),
    ];
  const message =
    "There is no admin yet: open the link the server prints when it starts, or run 'bookclub admin create'.";
  return [fix("People", message)];
}

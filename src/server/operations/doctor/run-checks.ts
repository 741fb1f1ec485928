import { Value } from "@sinclair/typebox/value";

import { Health } from "#contract/club.ts";
import { pluralize } from "#contract/counts.ts";
import { SERVER_HEADER } from "#contract/headers.ts";
import { getSessionCutoffs } from "#server/access/sessions.ts";
import { BUILD, type Config, VERSION } from "#server/config.ts";
import type { Deps } from "#server/deps.ts";
import { describeMissingFolder, isInFolders } from "#server/storage/folders.ts";
import { fetchBucketInventory } from "#server/storage/media.ts";
import { findMissingOrTruncatedFiles } from "#server/storage/stored-files.ts";

import { checkBackups, checkBucket, checkRestore } from "./backups.ts";
import { createFindings, type Finding } from "./finding.ts";
import { checkMail, checkRejections } from "./mail.ts";
import { checkDatabase, checkDisk, checkModes } from "./storage.ts";

export async function runChecks(deps: Deps): Promise<Finding[]> {
  const findings = [
    createFindings("Version").ok(`This is bookclub ${BUILD}, and the database has its schema.`),
    checkTime(deps),
    ...(await checkPublicUrl(deps.config)),
    ...(await checkDisk(deps)),
    ...(await checkModes(deps.config.storageDir)),
    ...checkDatabase(deps),
    ...(await checkFiles(deps)),
    checkMembers(deps),
    ...(await checkBackups(deps)),
    ...(await checkBucket(deps)),
    ...checkRestore(deps),
    ...(await checkMail(deps)),
    ...checkRejections(deps),
  ];
  // messages may quote proxies and DNS
  return findings.map((finding) => ({ ...finding, message: deps.config.hideSecrets(finding.message) }));
}

function checkTime({ clock, config }: Deps): Finding {
  const { clubTimeZone: timeZone } = config;
  const format = new Intl.DateTimeFormat("en", { timeZone, dateStyle: "medium", timeStyle: "short" });
  const message = `The club's time is ${format.format(clock.now())} (${timeZone}); CLUB_TIME_ZONE changes that.`;
  return createFindings("Time").ok(message);
}

async function checkFiles(deps: Deps): Promise<Finding[]> {
  const { ok, fix } = createFindings("Files");
  const missingFolders = deps.disk.listMissing();
  const files = (await findMissingOrTruncatedFiles(deps, await fetchBucketInventory(deps))).filter(
    ({ path }) => !isInFolders(missingFolders, path),
  );
  const findings = files.map(({ path, found }) =>
    fix(
      `${path} is ${found === null ? "missing or unreadable" : "not the size it was when uploaded"}: upload it again, or restore a backup.`,
    ),
  );
  const folders = missingFolders.map((folder) => fix(describeMissingFolder(deps.disk.root, folder)));
  return folders.length + findings.length === 0 ? [ok("All files are in place.")] : [...folders, ...findings];
}

function checkMembers({ stores, clock }: Deps): Finding {
  const { ok, fix } = createFindings("People");
  const { members, admins, sessions } = stores.count(getSessionCutoffs(clock.now()));
  if (admins === 0)
    return fix(
      "There is no admin yet: open the link the server prints when it starts, or run 'bookclub admin create'.",
    );
  return ok(`${pluralize(members, "member")} (${pluralize(admins, "admin")}); ${pluralize(sessions, "session")}.`);
}

const ADDRESS = createFindings("Address");
const REQUEST_TIMEOUT_MS = 5000;

async function checkPublicUrl(config: Config): Promise<Finding[]> {
  const { publicUrl, secure, host, trustedProxies } = config;
  const isLocal = host === "localhost" || host === "::1" || host.startsWith("127.");
  if (publicUrl === null) {
    const message = "PUBLIC_URL is not set: links in emails and invitations work only on this machine.";
    return [isLocal ? ADDRESS.note(message) : ADDRESS.fix(message)];
  }
  const findings = [await requestHealth(publicUrl)];
  if (!secure && !/^http:\/\/(?:localhost|127\.|\[::1\])/.test(publicUrl))
    findings.push(
      ADDRESS.fix("PUBLIC_URL is not https: anyone on the network can read passwords. See docs/deploy.md."),
    );
  if (secure && isLocal && trustedProxies === null)
    findings.push(
      ADDRESS.fix(
        "Behind a proxy on this machine, turn TRUST_PROXY on: otherwise one member's wrong passwords slow everyone down.",
      ),
    );
  return findings;
}

async function requestHealth(publicUrl: string): Promise<Finding> {
  const url = `${publicUrl}/api/health`;
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    if (response.status >= 300 && response.status < 400)
      return ADDRESS.fix(`${url} redirects to ${response.headers.get("location")}: set PUBLIC_URL to that address.`);
    const health: unknown = await response.json().catch(() => null);
    if (response.status >= 500 && response.headers.has(SERVER_HEADER) && !Value.Check(Health, health))
      return ADDRESS.fix(`The club at ${publicUrl} answers ${response.status}: the server's log says why.`);
    if (!Value.Check(Health, health))
      return ADDRESS.fix(`${url} answers ${response.status}, but not like a book club: check the proxy.`);
    if (health.status === "upgrading")
      return ADDRESS.note(`The club at ${publicUrl} is being upgraded: run doctor again when that is done.`);
    // a server with a missing folder doesn't report its version
    if (health.status === "ok" && health.version !== VERSION)
      return ADDRESS.fix(
        `${url} answers as version ${health.version}, but this program is ${VERSION}: restart the server.`,
      );
    return ADDRESS.ok(`The club answers at ${publicUrl}.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return ADDRESS.fix(`Nothing answers at ${url} (${reason}): check the server, DNS, proxy and certificate.`);
  }
}

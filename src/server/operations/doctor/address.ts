import { Value } from "@sinclair/typebox/value";

import { Health } from "#contract/club.ts";
import { type Config, VERSION } from "#server/config.ts";

import { type Finding, fix, note, ok } from "./finding.ts";

const TIMEOUT_MS = 5000;

export async function examineAddress(config: Config): Promise<Finding[]> {
  const { publicUrl, secure, host, trustedProxies } = config;
  const isLocal = host === "localhost" || host === "::1" || host.startsWith("127.");
  if (publicUrl === null) {
    const message = "PUBLIC_URL is not set: links in emails and invitations work only on this machine.";
    return [{ about: "Address", state: isLocal ? "note" : "fix", message }];
  }
  const findings = [await ask(publicUrl)];
  if (!secure && !/^http:\/\/(?:localhost|127\.|\[::1\])/.test(publicUrl))
    findings.push(
      fix("Address", "PUBLIC_URL is not https: anyone on the network can read passwords. See docs/deploy.md."),
    );
  if (secure && isLocal && trustedProxies === null)
    findings.push(
      fix(
        "Address",
        "Behind a proxy on this machine, turn TRUST_PROXY on: otherwise one member's wrong passwords slow everyone down.",
      ),
    );
  return findings;
}

async function ask(publicUrl: string): Promise<Finding> {
  const url = `${publicUrl}/api/health`;
  const toFix = (message: string): Finding => fix("Address", message);
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status >= 300 && response.status < 400)
      return toFix(`${url} redirects to ${response.headers.get("location")}: set PUBLIC_URL to that address.`);
    const health: unknown = await response.json().catch(() => null);
    if (!Value.Check(Health, health))
      return toFix(`${url} answers ${response.status}, but not like a book club: check the proxy.`);
    if (health.status === "upgrading")
      return note("Address", `The club at ${publicUrl} is being upgraded: run doctor again when that is done.`);
    // a club with a folder missing doesn't tell its version
    if (health.status === "ok" && health.version !== VERSION)
      return toFix(`${url} answers as version ${health.version}, but this program is ${VERSION}: restart the server.`);
    return ok("Address", `The club answers at ${publicUrl}.`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return toFix(`Nothing answers at ${url} (${why}): check the server, DNS, proxy and certificate.`);
  }
}

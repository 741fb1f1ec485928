import { Value } from "@sinclair/typebox/value";

import { Health } from "#contract/club.ts";
import type { Config } from "#server/config.ts";
import { VERSION } from "#server/config.ts";

import type { Finding } from "./finding.ts";

const PATIENCE_MS = 5000;

/** Checks that members reach the club at PUBLIC_URL, and the settings around it. */
export async function examineAddress(config: Config): Promise<Finding[]> {
  const { publicUrl, secure, host, trustedProxies } = config;
  const isLocal = host === "localhost" || host === "::1" || host.startsWith("127.");
  if (publicUrl === null) {
    const words = "PUBLIC_URL is not set: links in mail and in invitations lead to this machine only.";
    return [{ about: "Address", state: isLocal ? "note" : "mend", words }];
  }
  const findings = [await ask(publicUrl)];
  if (!secure && !/^http:\/\/(?:localhost|127\.|\[::1\])/.test(publicUrl))
    findings.push({
      about: "Address",
      state: "mend",
      words: "PUBLIC_URL is not https: passwords cross the network for everybody to read. See docs/deploy.md.",
    });
  if (secure && isLocal && trustedProxies === null)
    findings.push({
      about: "Address",
      state: "mend",
      words:
        "Behind a proxy on this machine TRUST_PROXY should be on: else all members count as one caller, and one who forgets the password slows down all.",
    });
  return findings;
}

async function ask(publicUrl: string): Promise<Finding> {
  const url = `${publicUrl}/api/health`;
  const mend = (words: string): Finding => ({ about: "Address", state: "mend", words });
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.status >= 300 && response.status < 400)
      return mend(`${url} leads on to ${response.headers.get("location")}: set PUBLIC_URL to where members end up.`);
    const health: unknown = await response.json().catch(() => null);
    if (!Value.Check(Health, health))
      return mend(`${url} answers ${response.status}, but not as a book club does: check what the proxy passes on.`);
    if (health.version !== VERSION)
      return mend(`${url} answers as version ${health.version}, but this program is ${VERSION}: restart the server.`);
    return { about: "Address", state: "ok", words: `The club answers at ${publicUrl}.` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return mend(
      `Nothing answers at ${url} (${why}): is the server running, and do the name, the proxy and the certificate lead to it?`,
    );
  }
}

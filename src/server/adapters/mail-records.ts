import { Resolver } from "node:dns/promises";

import { errorCode } from "#db/errors.ts";

const TIMEOUT_MS = 2000;

/** DKIM selectors of common mail services, because DNS doesn't list them. */
const SELECTORS = "default dkim mail google selector1 selector2 k1 s1 fm1 protonmail pm".split(" ");

export type MailRecords = { spf: string | null; dmarc: string | null; dkim: string | null };

/** @returns null if DNS doesn't respond @param servers instead of the system's, for tests */
export async function findMailRecords(domain: string, servers?: readonly string[]): Promise<MailRecords | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  if (servers) resolver.setServers(servers);
  const timeout = setTimeout(() => resolver.cancel(), 2 * TIMEOUT_MS);
  try {
    const [spfTexts, dmarcTexts, dkimTexts] = await Promise.all([
      resolveTexts(resolver, domain),
      resolveTexts(resolver, `_dmarc.${domain}`),
      Promise.all(SELECTORS.map((selector) => resolveTexts(resolver, `${selector}._domainkey.${domain}`))),
    ]);
    return {
      spf: spfTexts.find((text) => /^v=spf1\b/i.test(text)) ?? null,
      dmarc: dmarcTexts.find((text) => /^v=DMARC1\b/i.test(text)) ?? null,
      dkim: SELECTORS.find((_, at) => dkimTexts[at]?.some((text) => /\bp=[\w+/]/.test(text))) ?? null,
    };
  } catch {
    return null;
  } finally {
    clearTimeout(timeout);
  }
}

async function resolveTexts(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    if (["ENODATA", "ENOTFOUND"].includes(errorCode(error))) return [];
    throw error;
  }
}

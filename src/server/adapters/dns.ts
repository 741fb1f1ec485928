import { dns } from "bun";

const TIMEOUT_MS = 5000;

/**
 * Lists a host's addresses, also those of the hosts file. The system's own lookup, which `fetch` uses, occupies a thread
 * for half a minute if no name server responds; a few of them block all access to files. So call this first.
 * @throws an error without an address, or a `TimeoutError`
 */
export async function resolveHost(hostname: string, timeoutMs = TIMEOUT_MS): Promise<string[]> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timeout = setTimeout(() => reject(new DOMException("No name server responds", "TimeoutError")), timeoutMs);
  try {
    const addresses = await Promise.race([dns.lookup(hostname, { backend: "c-ares" }), promise]);
    return addresses.map(({ address }) => address);
  } finally {
    clearTimeout(timeout);
  }
}

/** Other errors are those of `fetch`, which also finds names of the local network. @throws TimeoutError */
export async function requireNameServer({ hostname }: URL, timeoutMs = TIMEOUT_MS): Promise<void> {
  await resolveHost(hostname.replaceAll(/[[\]]/g, ""), timeoutMs).catch((error: unknown) => {
    if (error instanceof Error && error.name === "TimeoutError") throw error;
  });
}

import { createServer } from "node:net";

export const freePort = async (): Promise<number> => (await tryPort("127.0.0.1", 0)) ?? 0;

/** @returns the port, a free one for 0, or null if it's in use */
export function tryPort(host: string, port: number): Promise<number | null> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once("error", () => resolve(null));
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : port));
    });
  });
}

import { connect, createServer, type Socket } from "node:net";

/** Lighthouse's slow phone connection, in bits per second and milliseconds of round trip. */
const DOWNLOAD_BITS_PER_SECOND = 1_600_000;
const UPLOAD_BITS_PER_SECOND = 750_000;
const LATENCY_MS = 150;
const TICK_MS = 5;
const PACKET_BYTES = 1460;

/**
 * A slow connection to the club for all engines and service workers, shared by all sockets. Stop it before the club.
 */
export async function slowLine(club: { url: string }) {
  const [download, upload] = [sharedLine(DOWNLOAD_BITS_PER_SECOND), sharedLine(UPLOAD_BITS_PER_SECOND)];
  const openSockets = new Set<Socket>();
  const target = new URL(club.url);
  const server = createServer((browser) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to, line] of [
      [browser, upstream, upload],
      [upstream, browser, download],
    ] as const) {
      openSockets.add(from);
      from.on("data", (data: Buffer) => line.send(to, data));
      from.on("end", () => line.send(to, null));
      from.on("error", () => to.destroy());
      from.on("close", () => openSockets.delete(from));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The line has no port");
  return {
    url: `http://localhost:${address.port}`,
    stop: (): void => {
      for (const line of [download, upload]) line.stop();
      for (const socket of openSockets) socket.destroy();
      server.close();
    },
  };
}

/** Sends one packet of each waiting connection in turn. */
function sharedLine(bitsPerSecond: number) {
  const queues = new Map<Socket, (Buffer | null)[]>();
  let creditBytes = 0;
  const timer = setInterval(() => {
    const bytesPerTick = (bitsPerSecond / 8 / 1000) * TICK_MS;
    creditBytes = queues.size === 0 ? 0 : Math.min(creditBytes, 0) + bytesPerTick;
    for (const to of queues.keys()) if (to.destroyed) queues.delete(to);
    while (creditBytes > 0 && queues.size > 0) for (const [to, parts] of queues) creditBytes -= sendPacket(to, parts);
  }, TICK_MS);
  const sendPacket = (to: Socket, parts: (Buffer | null)[]): number => {
    const part = parts.shift() ?? null;
    if (part && part.length > PACKET_BYTES) parts.unshift(part.subarray(PACKET_BYTES));
    if (parts.length === 0) queues.delete(to);
    if (part) to.write(part.subarray(0, PACKET_BYTES));
    else to.end();
    return Math.min(part?.length ?? 0, PACKET_BYTES);
  };
  return {
    send: (to: Socket, data: Buffer | null): void => {
      setTimeout(() => queues.set(to, [...(queues.get(to) ?? []), data]), LATENCY_MS / 2);
    },
    stop: () => clearInterval(timer),
  };
}

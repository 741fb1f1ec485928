import { connect, createServer, type Socket } from "node:net";

/** Lighthouse's slow phone connection, in bits per second and milliseconds of round trip. */
const DOWN = 1_600_000;
const UP = 750_000;
const LATENCY = 150;
const TICK_MS = 5;
const PACKET = 1460;

/**
 * A slow connection to the club for all engines and service workers, shared by all sockets. Stop it before the club.
 */
export async function slowLine(club: { url: string }) {
  const [download, upload] = [sharedLine(DOWN), sharedLine(UP)];
  const open = new Set<Socket>();
  const target = new URL(club.url);
  const server = createServer((browser) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to, line] of [
      [browser, upstream, upload],
      [upstream, browser, download],
    ] as const) {
      open.add(from);
      from.on("data", (data: Buffer) => line.send(to, data));
      from.on("end", () => line.send(to, null));
      from.on("error", () => to.destroy());
      from.on("close", () => open.delete(from));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The line has no port");
  return {
    url: `http://localhost:${address.port}`,
    stop: (): void => {
      for (const line of [download, upload]) line.stop();
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** Sends one packet of each waiting connection in turn. */
function sharedLine(bitsPerSecond: number) {
  const waiting = new Map<Socket, (Buffer | null)[]>();
  let credit = 0;
  const timer = setInterval(() => {
    const perTick = (bitsPerSecond / 8 / 1000) * TICK_MS;
    credit = waiting.size === 0 ? 0 : Math.min(credit, 0) + perTick;
    while (credit > 0 && waiting.size > 0) for (const [to, parts] of waiting) credit -= sendPacket(to, parts);
  }, TICK_MS);
  const sendPacket = (to: Socket, parts: (Buffer | null)[]): number => {
    const part = parts.shift() ?? null;
    if (part && part.length > PACKET) parts.unshift(part.subarray(PACKET));
    if (parts.length === 0) waiting.delete(to);
    if (part) to.write(part.subarray(0, PACKET));
    else to.end();
    return Math.min(part?.length ?? 0, PACKET);
  };
  return {
    send: (to: Socket, data: Buffer | null): void => {
      setTimeout(() => waiting.set(to, [...(waiting.get(to) ?? []), data]), LATENCY / 2);
    },
    stop: () => clearInterval(timer),
  };
}

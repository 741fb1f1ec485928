import { connect, type Socket } from "node:net";

const CLIENTS_TIMEOUT_MS = 150_000;
const DRIP_MS = 5000;

/** `closedAfter`: seconds, or Infinity. */
type Crowd = { kind: string; count: number; closedAfter: number[] };

type Kind = { kind: string; count: number; first: string; drip?: string };

const line = "GET /api/club HTTP/1.1\r\nHost: club\r\n";
const login =
  "POST /api/auth/login HTTP/1.1\r\nHost: club\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{";
const upload = "POST /api/upload/audiobook HTTP/1.1\r\nHost: club\r\nContent-Length: 1000000\r\n\r\n--";
/** TESTS O02, and clients that send a byte now and then. */
const KINDS: readonly Kind[] = [
  { kind: "headers that stop", count: 500, first: `${line}X-Slow: ` },
  { kind: "headers byte by byte", count: 50, first: `${line}X-Slow: `, drip: "a" },
  { kind: "connections that say nothing", count: 100, first: "" },
  { kind: "idle after a call", count: 1000, first: `${line}\r\n` },
  { kind: "bodies that stop", count: 400, first: login },
  { kind: "bodies byte by byte", count: 50, first: login, drip: " " },
  { kind: "strangers' uploads that stop", count: 100, first: upload },
];

/**
 * Opens 2,200 × `share` connections that never finish and waits until the server has closed them, calling `meanwhile`
 * repeatedly.
 */
export async function crowdTheClub(url: string, meanwhile: () => Promise<void>, share = 1): Promise<Crowd[]> {
  const { hostname, port } = new URL(url);
  const startMs = performance.now();
  const openSockets = new Set<Socket>();
  const crowds = KINDS.map(({ kind, count: fullCount, first, drip }) => {
    const count = Math.ceil(fullCount * share);
    const closedAfter = Array.from({ length: count }, () => Number.POSITIVE_INFINITY);
    const sockets = closedAfter.map((_never, index) => {
      const socket = connect(Number(port), hostname, () => socket.write(first));
      openSockets.add(socket);
      socket.on("error", () => {});
      socket.resume();
      socket.on("close", () => {
        openSockets.delete(socket);
        closedAfter[index] = (performance.now() - startMs) / 1000;
      });
      return socket;
    });
    return { kind, count, closedAfter, sockets, drip };
  });
  const dripInterval = setInterval(() => {
    for (const { sockets, drip } of crowds) if (drip) for (const socket of sockets) write(socket, drip);
  }, DRIP_MS);
  while (openSockets.size > 0 && performance.now() - startMs < CLIENTS_TIMEOUT_MS) await meanwhile();
  clearInterval(dripInterval);
  for (const socket of crowds.flatMap(({ sockets }) => sockets)) socket.destroy();
  return crowds.map(({ kind, count, closedAfter }) => ({ kind, count, closedAfter }));
}

function write(socket: Socket, data: string): void {
  if (socket.writable) socket.write(data);
}

import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";

import { startClub } from "#tests/support/executable.ts";
import { signedIn } from "#tests/support/large-upload.ts";
const club = await startClub({ environment: { LOG_LEVEL: "error" } });
try {
  const admin = await signedIn(club);
  const fds = () => readdirSync(`/proc/${club.pid()}/fd`).length;
  const t0 = performance.now();
  const at = () => ((performance.now() - t0) / 1000).toFixed(1);
  const { hostname, port } = new URL(club.url);
  type S = { socket: Socket; closed: number | null; got: string };
  const open = (first: string, drip?: (s: Socket) => void): S => {
    const socket = connect(Number(port), hostname);
    const s: S = { socket, closed: null, got: "" };
    socket.on("error", () => {});
    socket.on("data", (d) => (s.got += d.toString("latin1").slice(0, 200)));
    socket.on("close", () => (s.closed = performance.now() - t0));
    socket.on("connect", () => socket.write(first));
    return s;
  };
  console.log("before", fds());
  const head = Array.from({ length: 500 }, () => open("GET /api/club HTTP/1.1\r\nHost: x\r\nX-A: "));
  const dripHead = Array.from({ length: 50 }, () => open("GET /api/club HTTP/1.1\r\nHost: x\r\nX-A: "));
  const silent = Array.from({ length: 50 }, () => open(""));
  const idle = Array.from({ length: 1000 }, () => open("GET /api/club HTTP/1.1\r\nHost: x\r\n\r\n"));
  const body = Array.from({ length: 500 }, () =>
    open(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":',
    ),
  );
  const dripBody = Array.from({ length: 50 }, () =>
    open(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":',
    ),
  );
  const sets = { head, dripHead, silent, idle, body, dripBody };
  setInterval(() => {
    for (const s of [...dripHead, ...dripBody]) if (s.closed === null) s.socket.write("a");
  }, 5000);
  const waits: number[] = [];
  setInterval(async () => {
    const a = performance.now();
    const r = await fetch(club.url + "/api/posts", { headers: { cookie: admin.cookie } });
    await r.text();
    waits.push(performance.now() - a);
  }, 100);
  for (let i = 0; i < 28; i++) {
    await Bun.sleep(10000);
    console.log(
      at(),
      "fds",
      fds(),
      Object.entries(sets)
        .map(([n, l]) => `${n} open ${l.filter((s) => s.closed === null).length}`)
        .join(", "),
      "p99",
      waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]?.toFixed(1),
      "max",
      Math.max(...waits).toFixed(1),
    );
  }
  for (const [n, l] of Object.entries(sets)) {
    const c = l.map((s) => s.closed ?? -1);
    console.log(
      n,
      (Math.min(...c) / 1000).toFixed(1),
      (Math.max(...c) / 1000).toFixed(1),
      JSON.stringify(l[0]?.got.slice(0, 60)),
    );
  }
} finally {
  await club.kill();
  process.exit(0);
}

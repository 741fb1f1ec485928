import { afterEach, expect, test } from "bun:test";

import { runCommand } from "./run.ts";

let server: Bun.Server<undefined> | null = null;
afterEach(() => server?.stop(true));

/** The output of the check for a server with this response. */
async function runHealthcheck(respond: () => Response) {
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: respond });
  const lines: string[] = [];
  const environment = { PORT: String(server.port) };
  const print = (line: string) => void lines.push(line);
  const code = await runCommand(["healthcheck"], { environment, print: print, printError: print });
  return [code, lines.join("\n").replaceAll(String(server.port), "PORT")];
}

const MESSAGE_START = "bookclub: The server at http://127.0.0.1:PORT/api/health is";

test("isn't healthy during an upgrade, but reported as working", async () => {
  const respondUpgrading = () => Response.json({ status: "upgrading" }, { status: 503 });
  expect(await runHealthcheck(respondUpgrading)).toEqual([1, `${MESSAGE_START} upgrading its data: keep waiting.`]);
});

test.each([[{ message: "The club's database can't be written right now." }], ["<h1>busy</h1>"], [null]])(
  "any other answer of 503 is unhealthy: %p",
  async (body) => {
    const respondBusy = () => Response.json(body, { status: 503 });
    expect(await runHealthcheck(respondBusy)).toEqual([1, `${MESSAGE_START} unhealthy: it answers 503.`]);
  },
);

test("a club with a folder missing still responds, so it's up", async () => {
  expect(await runHealthcheck(() => Response.json({ status: "incomplete" }))).toEqual([0, "ok"]);
});

test("asks the server itself, whatever proxy is configured", async () => {
  const proxyBefore = process.env["http_proxy"];
  // nothing listens there
  process.env["http_proxy"] = "http://127.0.0.1:9";
  try {
    expect(await runHealthcheck(() => Response.json({ status: "ok" }))).toEqual([0, "ok"]);
  } finally {
    if (proxyBefore === undefined) delete process.env["http_proxy"];
    else process.env["http_proxy"] = proxyBefore;
  }
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { endedWithTests } from "#tests/support/ended-with-tests.ts";
import { until } from "#tests/support/poll-until.ts";

import { freePort } from "../../scripts/free-port.ts";
import { type Driver, KEYS, pathOf, type Point, type Window } from "./driver.ts";
import { startScreen, startSpeakers } from "./stage.ts";

const WINDOW_SCRIPT = join(import.meta.dir, "webkit-window.py");
const INSERT_SCRIPT = "document.execCommand('insertText', false, arguments[0])";
const MANY_KEYS_COUNT = 100;

/** WebKitGTK with its WebDriver, in a window on its own screen. */
export async function openWebKit({ width, height, script = "", isSlow = false, hasTouch }: Window): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-webkit-"));
  await Bun.write(join(folder, "script.js"), script);
  const [speakers, screen] = await Promise.all([startSpeakers(), startScreen(Math.max(width, 400), height)]);
  const port = await freePort();
  const server = endedWithTests(
    Bun.spawn(["WebKitWebDriver", `--port=${port}`], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...Bun.env, ...speakers.env, DISPLAY: screen.display, TZ: "America/New_York", LANGUAGE: "en_US" },
    }),
  );
  const errors: string[] = [];
  for (const stream of [server.stdout, server.stderr]) void collectFaults(stream, errors);
  const send = connect(`http://127.0.0.1:${port}`);
  await until(() => send("GET", "/status").then(Boolean, () => false));
  const options = {
    binary: WINDOW_SCRIPT,
    args: [join(folder, "profile"), join(folder, "script.js"), hasTouch ? "touch" : "mouse"],
  };
  const { sessionId } = (await send("POST", "/session", {
    capabilities: {
      alwaysMatch: { "webkitgtk:browserOptions": options, pageLoadStrategy: isSlow ? "none" : "normal" },
    },
  })) as { sessionId: string };
  const call = (method: string, path: string, body?: object) => send(method, `/session/${sessionId}${path}`, body);
  await call("POST", "/timeouts", { script: 60_000, pageLoad: 60_000 });
  await call("POST", "/window/rect", { x: 0, y: 0, width, height });

  const performActions = (type: "pointer" | "key", actions: object[]) =>
    call("POST", "/actions", { actions: [{ type, id: type, actions }] });
  const move = (x: number, y: number) => ({ type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) });
  const [down, up] = ["pointerDown", "pointerUp"].map((type) => ({ type, button: 0 })) as [object, object];
  const press = (value: string) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ];
  const run = (body: string) =>
    call("POST", "/execute/async", {
      script: `const done = arguments[0]; (async () => {${body}\n})().then((value) => done({ value }), (error) => done({ error: String(error) }));`,
      args: [],
    }).then((answer) => {
      const { value, error } = answer as { value?: unknown; error?: string };
      if (error) throw new Error(error);
      return value;
    });
  const touch = (points: Point[]) => run(`await webkit.messageHandlers.finger.postMessage(${JSON.stringify(points)})`);
  return {
    goto: async (url) => void (await call("POST", "/url", { url })),
    run,
    click: async (x, y) =>
      void (await (hasTouch ? touch([{ x, y }]) : performActions("pointer", [move(x, y), down, up]))),
    drag: async (from, to) => void (await touch([from, ...pathOf(from, to)])),
    // the driver takes a tenth of a second per key
    type: async (text) =>
      text.length > MANY_KEYS_COUNT
        ? void (await call("POST", "/execute/sync", { script: INSERT_SCRIPT, args: [text] }))
        : void (await performActions("key", [...text].flatMap(press))),
    key: async (key) => void (await performActions("key", press(KEYS[key]))),
    // the driver's own screenshot hangs on the reader
    image: async (file) => {
      const input = `-f x11grab -draw_mouse 0 -video_size ${width}x${height} -i ${screen.display}`;
      const command = ["ffmpeg", "-y", "-loglevel", "error", ...input.split(" ")];
      const { exitCode, stderr } = Bun.spawnSync([...command, "-frames:v", "1", file]);
      if (exitCode !== 0) throw new Error(stderr.toString());
    },
    record: speakers.hear,
    faults: () => errors,
    close: async () => {
      await call("DELETE", "").catch(() => undefined);
      server.kill();
      await server.exited;
      screen.close();
      speakers.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function connect(origin: string) {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const init = body ? { body: JSON.stringify(body) } : {};
    const response = await fetch(origin + path, { method, ...init });
    const { value } = (await response.json()) as { value: unknown };
    if (response.ok) return value;
    const { error, message } = value as { error: string; message: string };
    throw new Error(`${method} ${path}: ${error}, ${message}`);
  };
}

/** WebKit prints pages' console messages. */
async function collectFaults(stream: ReadableStream<Uint8Array>, errors: string[]): Promise<void> {
  let incompleteLine = "";
  for await (const chunk of stream) {
    const lines = (incompleteLine + new TextDecoder().decode(chunk)).split("\n");
    incompleteLine = lines.pop() ?? "";
    errors.push(...lines.filter((line) => /\bCONSOLE (?:JS |SECURITY )?ERROR\b/.test(line)));
    if (Bun.env["ENGINE_LOG"]) for (const line of lines) console.log(line);
  }
}

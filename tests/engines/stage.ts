import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { endedWithTests } from "#tests/support/ended-with-tests.ts";
import { until } from "#tests/support/until.ts";

/** A sound server whose output nobody hears: without one, engines don't play. */
export async function startSpeakers() {
  const folder = mkdtempSync(join(tmpdir(), "bookclub-sound-"));
  const socket = join(folder, "sound.socket");
  const modules = [`module-native-protocol-unix auth-anonymous=1 socket=${socket}`, "module-null-sink"];
  const command = ["pulseaudio", "-n", "--exit-idle-time=-1", "--daemonize=no", "--use-pid-file=no"];
  const env = { HOME: folder, XDG_RUNTIME_DIR: folder };
  const server = endedWithTests(
    Bun.spawn([...command, ...modules.flatMap((module) => ["-L", module])], {
      stdio: ["ignore", "ignore", "ignore"],
      env: { ...Bun.env, ...env },
    }),
  );
  await until(() => Bun.spawnSync(["test", "-S", socket]).exitCode === 0);
  return {
    env: { PULSE_SERVER: `unix:${socket}` },
    close: () => {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An X screen of that size that nobody sees. @returns its name, e.g. `:7` */
export async function startScreen(width: number, height: number) {
  const server = endedWithTests(
    Bun.spawn(["Xvfb", "-displayfd", "1", "-screen", "0", `${width}x${height}x24`, "-nolisten", "tcp"], {
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  const { value } = await server.stdout.getReader().read();
  const display = `:${new TextDecoder().decode(value).trim()}`;
  return { display, close: () => server.kill() };
}

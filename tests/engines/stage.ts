import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { endedWithTests } from "#tests/support/ended-with-tests.ts";
import { until } from "#tests/support/poll-until.ts";

export const SPEAKERS_HZ = 22_050;

/** An audio server without speakers; engines don't play without one. */
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
  const clients = { PULSE_SERVER: `unix:${socket}` };
  return {
    env: clients,
    /** The next second of audio output: samples at SPEAKERS_HZ, and the time of the last one. */
    hear: async (): Promise<{ samples: Int16Array; endedAt: number }> => {
      const format = ["--format=s16le", `--rate=${SPEAKERS_HZ}`, "--channels=1", "--latency-msec=20"];
      const recorder = endedWithTests(
        Bun.spawn(["parec", "--device=null.monitor", ...format], {
          stdio: ["ignore", "pipe", "ignore"],
          env: { ...Bun.env, ...env, ...clients },
        }),
      );
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      for await (const chunk of recorder.stdout) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= 2 * SPEAKERS_HZ) break;
      }
      const endedAt = Date.now();
      recorder.kill();
      const wholeFile = Buffer.concat(chunks);
      return {
        samples: new Int16Array(wholeFile.buffer.slice(wholeFile.byteOffset, wholeFile.byteOffset + (bytes & ~1))),
        endedAt,
      };
    },
    close: () => {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An X screen of this size without a monitor. @returns its name, such as `:7` */
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

import { installFromDebian, isRootOnDebian } from "./debian.ts";

const PACKAGES = {
  firefox: ["firefox-esr", "pulseaudio"],
  webkit: ["webkit2gtk-driver", "gir1.2-webkit2-4.1", "python3-gi", "xvfb", "ffmpeg", "pulseaudio"].concat(
    ["base", "good", "bad"].map((kind) => `gstreamer1.0-plugins-${kind}`),
    "gstreamer1.0-libav",
  ),
} as const;
const PROGRAMS = {
  firefox: [["firefox-esr", "firefox"], ["pulseaudio"]],
  webkit: [["WebKitWebDriver"], ["Xvfb"], ["pulseaudio"], ["ffmpeg"]],
} as const;

type EngineName = keyof typeof PACKAGES;

/** @returns why journeys can't run in an engine, or null, as for Chromium, which every run of the tests has */
export function findMissingEnginePart(engine: EngineName | "chromium"): string | null {
  if (engine === "chromium") return null;
  const missingNames = PROGRAMS[engine].find((names) => !names.some((name) => Bun.which(name)));
  if (missingNames) return `no ${missingNames[0]}; install ${PACKAGES[engine].join(" ")}`;
  if (engine === "firefox") return null;
  const binding = "import gi; gi.require_version('WebKit2', '4.1')";
  const result = Bun.spawnSync(["/usr/bin/python3", "-c", binding], { stderr: "ignore" });
  return result.exitCode === 0 ? null : "no WebKit2 4.1 for Python; install gir1.2-webkit2-4.1 python3-gi";
}

/** Installs an engine if possible. @returns why journeys can't run in it, or null */
export async function ensureEngine(engine: EngineName): Promise<string | null> {
  if (findMissingEnginePart(engine) !== null && isRootOnDebian()) await installFromDebian(...PACKAGES[engine]);
  return findMissingEnginePart(engine);
}

export function findFirefox(): string {
  const path = PROGRAMS.firefox[0].map((name) => Bun.which(name)).find((programPath) => programPath !== null);
  if (!path) throw new Error("Firefox is not installed");
  return path;
}

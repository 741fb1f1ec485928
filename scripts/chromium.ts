import { existsSync, readFileSync } from "node:fs";

import { chromium } from "playwright-core";

import { installFromDebian, isRootOnDebian } from "./debian.ts";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge"];
const paths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
  "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
];

export function findChromium(): string | undefined {
  const foundPath = names.map((name) => Bun.which(name)).find((path) => path !== null && !isSnapStub(path));
  return Bun.env["CHROMIUM"] || (foundPath ?? [...paths, chromium.executablePath()].find((path) => existsSync(path)));
}

/** Finds or installs Chromium. @returns its path @throws Error */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  console.log("No Chromium was found; installing one for the browser tests …");
  if (isRootOnDebian()) await installFromDebian("chromium");
  if (!findChromium()) {
    const command = [process.execPath, "node_modules/playwright-core/cli.js", "install", "chromium"];
    await Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] }).exited;
  }
  const installedPath = findChromium();
  if (!installedPath)
    throw new Error("The browser tests need Chromium: install it, or name an existing one in CHROMIUM, and try again.");
  return installedPath;
}

/** Prefers the headless shell, with which journeys take a third less CPU. @returns its path @throws Error */
export async function ensureHeadlessChromium(): Promise<string> {
  const find = () => Bun.env["CHROMIUM"] || Bun.which("chromium-headless-shell");
  const hasFallbackFonts = existsSync("/usr/share/fonts/truetype/liberation");
  if (!(find() && hasFallbackFonts) && isRootOnDebian())
    await installFromDebian("chromium-headless-shell", "fonts-liberation");
  return find() ?? ensureChromium();
}

/** Ubuntu's `chromium-browser` only asks to install a snap. */
function isSnapStub(path: string): boolean {
  return readFileSync(path).subarray(0, 4096).includes("snap install");
}

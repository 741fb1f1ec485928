import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sessionCookie } from "#tests/screens/screens.ts";
import { startDemoClub } from "#tests/support/demo.ts";

import { ensureChromium } from "./chromium.ts";
import { DEMO_PASSWORD } from "./demo/people.ts";

// `bun run lighthouse [runs]`: prints Lighthouse's mobile scores, once with a simulated and once with a real slow connection.
const LIGHTHOUSE = "lighthouse@12.8.2";
const RUNS = Number(process.argv[2] ?? 5);
const CONNECTIONS = { calculated: "simulate", real: "devtools" } as const;
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
const METRICS = {
  FCP: "first-contentful-paint",
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
} as const;

type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
  environment: { benchmarkIndex: number };
};

const folder = mkdtempSync(join(tmpdir(), "bookclub-lighthouse-"));
const club = await startDemoClub();
try {
  const { name, value } = await sessionCookie(club.url, "teo", DEMO_PASSWORD);
  const session = { Cookie: `${name}=${value}` };
  const pages = { "/auth": {}, "/": session, "/shelf": session, "/talk": session, "/read": session };
  for (const [path, headers] of Object.entries(pages))
    for (const [connection, method] of Object.entries(CONNECTIONS)) {
      const reports: Report[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const report = await audit(path, headers, method);
        reports.push(report);
        console.log(path, connection, formatReport(report));
      }
      const medianReport = reports.toSorted((a, b) => scoreOf(a) - scoreOf(b))[Math.floor(RUNS / 2)];
      if (medianReport) console.log(`${path} ${connection}, median of ${RUNS}: ${formatReport(medianReport)}\n`);
    }
} finally {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Chromium sometimes records no trace, so this retries. */
async function audit(path: string, headers: Record<string, string>, method: string, triesLeft = 3): Promise<Report> {
  const file = join(folder, "report.json");
  const args = [
    club.url + path,
    "--output=json",
    `--output-path=${file}`,
    "--quiet",
    `--throttling-method=${method}`,
    `--only-categories=${CATEGORIES.join(",")}`,
    `--extra-headers=${JSON.stringify(headers)}`,
    "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic",
  ];
  const { exitCode, stderr } = await Bun.$`npx --yes ${LIGHTHOUSE} ${args}`
    .env({ ...process.env, CHROME_PATH: await ensureChromium() })
    .quiet()
    .nothrow();
  if (exitCode !== 0 && triesLeft > 1) return audit(path, headers, method, triesLeft - 1);
  if (exitCode !== 0) throw new Error(`Lighthouse failed on ${path}.\n${stderr.toString()}`);
  return Bun.file(file).json();
}

function scoreOf({ categories }: Report): number {
  return categories["performance"]?.score ?? 0;
}

function formatReport({ categories, audits, environment }: Report): string {
  const scores = CATEGORIES.map((name) => `${name} ${Math.round((categories[name]?.score ?? 0) * 100)}`);
  const metrics = Object.entries(METRICS).map(
    ([label, name]) => `${label} ${(audits[name]?.numericValue ?? Number.NaN).toFixed(label === "CLS" ? 3 : 0)}`,
  );
  return [...scores, ...metrics, `machine ${Math.round(environment.benchmarkIndex)}`].join(", ");
}

import { expect, test } from "bun:test";

/** Runs the script with its registry at an address. */
async function lookUp(registry: string) {
  const child = Bun.spawn([process.execPath, "scripts/packages.ts"], {
    env: { ...process.env, BUN_CONFIG_REGISTRY: registry },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { output, errors, exitCode: await child.exited };
}

test("skips the lookup without a network, and doesn't fail", async () => {
  const { output, exitCode } = await lookUp("http://127.0.0.1:1");
  expect(output).toBe("Known faults can't be looked up now.\nNewer versions can't be looked up now.\n");
  expect(exitCode).toBe(0);
});

test("fails for a package with a known vulnerability, and names it", async () => {
  const advisory = { title: "Runs scripts", severity: "high", url: "https://example.org/1", vulnerable_versions: "<9" };
  const registry = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: { "/-/npm/v1/security/advisories/bulk": () => Response.json({ sonner: [{ id: 1, ...advisory }] }) },
    fetch: () => new Response("", { status: 404 }),
  });
  const { errors, output, exitCode } = await lookUp(registry.url.origin);
  await registry.stop(true);
  expect(errors).toContain("sonner <9: Runs scripts (high) https://example.org/1");
  expect(output).toStartWith("1 packages with known faults");
  expect(exitCode).toBe(1);
});

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { CreatedInvitation } from "#contract/invitations.ts";
import type { Post } from "#contract/posts.ts";
import { apiClient } from "#tests/support/api-client.ts";
import { addAuthenticator } from "#tests/support/authenticator.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { clubMonth } from "#tests/support/club-month.ts";
import { collectOutput } from "#tests/support/executable.ts";
import { jsonOf } from "#tests/support/json.ts";
import { until } from "#tests/support/poll-until.ts";

import places from "../../demo/tour.json" with { type: "json" };
import { DEMO_PASSWORD } from "../../scripts/demo/people.ts";
import { freePort } from "../../scripts/free-port.ts";

/** Runs one of README's commands with only a port and a folder; `says` waits for output. */
async function withRunning(
  command: "npm run demo" | "npm start",
  work: (untilPrinted: (text: RegExp) => Promise<string>) => Promise<void>,
) {
  const storage = mkdtempSync(join(tmpdir(), "bookclub-first-"));
  const env = {
    PATH: Bun.env["PATH"] ?? "",
    HOME: storage,
    PORT: String(await freePort()),
    STORAGE_DIR: join(storage, "club"),
  };
  const child = Bun.spawn(command.split(" "), { env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  collectOutput(child, (text) => (printed += text));
  const findText = (text: RegExp) => text.exec(printed)?.[1] ?? (child.exitCode === null ? "" : printed);
  try {
    await work((text) => until(() => findText(text), Boolean, 120_000));
  } finally {
    child.kill("SIGTERM");
    await child.exited;
    rmSync(storage, { recursive: true, force: true });
  }
}

test("prints how to sign in to the demo, also with a passkey", async () => {
  await withRunning("npm run demo", async (untilPrinted) => {
    const url = await untilPrinted(/Sign in at (\S+)\/auth/);
    const username = await untilPrinted(/^ {2}(\S+) .*\(admin\)$/m);
    const admin = await apiClient(url).admitted("/api/auth/login", { username, password: DEMO_PASSWORD });
    expect((await jsonOf(admin.call("GET", "/api/books/current"))).ebookSize).toBeGreaterThan(0);
    const posts: Post[] = await jsonOf(admin.call("GET", "/api/posts"));
    expect(posts.length).toBeGreaterThan(3);
    const tourText = await untilPrinted(/(Take this two-minute tour[^]*)The demo's mail/);
    for (const { path } of places) expect(tourText).toContain(`${url}${path} `);

    const browser = await openBrowser();
    const page = await browser.signedIn({ club: { url } }, username, DEMO_PASSWORD);
    await addAuthenticator(page);
    await page.goto("/profile");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("Your passkey has been added").waitFor();
    await browser.close();
  });
}, 300_000);

// the steps of docs/deploy.md, "The first hour"
test("from npm start to a club with a member, in four steps", async () => {
  const startMs = performance.now();
  const stepTimes: string[] = [];
  const step = (stepName: string) =>
    void stepTimes.push(`${stepName} after ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
  await withRunning("npm start", async (untilPrinted) => {
    const link = await untilPrinted(/(http\S+\/auth#?\??setup=\S+)/);
    const { origin } = new URL(link);
    const code = /setup=(\S+)/.exec(link)?.[1];
    const person = { username: "ada", password: "Claret & clues 1890", email: "ada@example.org" };
    const ada = await apiClient(origin).admitted("/api/auth/setup", { ...person, code });
    step("account");
    const book = { title: "Emma", author: "Jane Austen", month: clubMonth() };
    expect((await ada.call("POST", "/api/books", book)).status).toBe(201);
    step("book");
    const invitation: CreatedInvitation = await jsonOf(ada.call("POST", "/api/invitations", {}));
    step("invitation");
    const mia = { ...person, username: "mia", email: "mia@example.org", invitationCode: invitation.code };
    const member = await apiClient(origin).admitted("/api/auth/register", mia);
    expect((await member.call("POST", "/api/posts", { content: "A ripe Brie" })).status).toBe(201);
    step("a member's post");
    expect(await jsonOf(ada.call("GET", "/api/posts"))).toMatchObject([{ user: { displayName: "mia" } }]);
  });
  console.log(`first hour: ${stepTimes.join(", ")}`);
  const steps = /### The first hour\n([^]*?)\n#/.exec(await Bun.file("docs/deploy.md").text())?.[1] ?? "";
  expect(steps.match(/^\d\. /gm)).toHaveLength(stepTimes.length);
}, 300_000);

import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";

import { SERVER_HEADER } from "#contract/headers.ts";
import { sessionCookie } from "#tests/screens/screens.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { epub } from "#tests/support/epub.ts";
import { ADMIN_PASSWORD, type RunningClub, startClub } from "#tests/support/executable.ts";
import { forwardRequest } from "#tests/support/forward-request.ts";
import { signedIn } from "#tests/support/large-upload.ts";

const MB = 1024 * 1024;
const browser = await openBrowser({ provoked: /500/ });
let club: RunningClub;
let bookId: number;
beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error" } });
  ({ bookId } = await signedIn(club));
}, 60_000);
afterAll(async () => {
  await browser.close();
  await club.stop();
});

const ERRORS = {
  "the server's own": () =>
    Response.json({ message: "The disk can't be written." }, { status: 500, headers: { [SERVER_HEADER]: "mx-1" } }),
  "a proxy's": () =>
    new Response("<title>Internal Server Error", { status: 500, headers: { "content-type": "text/html" } }),
};

/** A proxy that answers the pieces of an upload with an error, once it has passed on this many. */
function startFailingProxy(createError: () => Response, acceptedPieces: number) {
  const state = { isFailing: true, errors: 0, offsets: [] as number[] };
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 255,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const body = request.body && (await request.bytes());
      if (request.method === "PATCH" && pathname.startsWith("/api/uploads/")) {
        state.offsets.push(Number(request.headers.get("upload-offset")));
        if (state.isFailing && state.offsets.length > acceptedPieces) {
          state.errors += 1;
          return createError();
        }
      }
      return forwardRequest(request, club, body);
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, state, stop: () => server.stop(true) };
}

test.each([
  ["the server's own", "Failed to upload eBook. The disk can't be written."],
  ["a proxy's", "Failed to upload eBook."],
] as const)(
  "says that an upload failed after %s error 500, and resumes",
  async (kind, message) => {
    const proxy = startFailingProxy(ERRORS[kind], 1);
    const page = await browser.page({ club: proxy });
    await page.context().addCookies([await sessionCookie(proxy.url, "ada", ADMIN_PASSWORD)]);
    await page.goto("/admin?tab=ebook");
    // more than the pieces that a page sends
    const buffer = epub({}, [{ name: "OEBPS/padding.bin", data: Buffer.alloc(9 * MB), stored: true }]);
    const file = join(club.storageDir, "emma.epub");
    await Bun.write(file, buffer);
    const input = page.getByLabel("eBook file", { exact: true });
    await input.setInputFiles(file);
    await page.getByText(message, { exact: true }).first().waitFor({ timeout: 30_000 });
    expect(await page.getByText(/^Connection lost/).count()).toBe(0);
    expect(proxy.state.errors).toBeWithin(2, 6);

    const acceptedBytes = proxy.state.offsets.at(-1) ?? 0;
    expect(acceptedBytes).toBeGreaterThan(MB);
    proxy.state.isFailing = false;
    const offsetsBefore = proxy.state.offsets.length;
    await input.setInputFiles(file);
    await page.getByText("eBook uploaded successfully").first().waitFor();
    expect(proxy.state.offsets[offsetsBefore]).toBe(acceptedBytes);
    const served = await page.request.get(`${club.url}/api/download/ebook/${bookId}`);
    expect((await served.body()).equals(buffer)).toBe(true);
    await page.context().close();
    await proxy.stop();
  },
  200_000,
);

import { expect, test } from "bun:test";

import { LAST_SEEN_HEADER } from "#contract/headers.ts";
import { serveApi } from "#tests/support/web.tsx";

import { createQueryClient } from "./query-client.ts";
import { readingProgressQuery } from "./reading.ts";

test("tells a cached position in the text from the server's", async () => {
  const progress = { bookId: 7, fraction: 0.4, locator: null, revision: 3, device: null, updatedAt: null };
  const answers = [{ headers: { [LAST_SEEN_HEADER]: "2026-03-10T12:00:00.000Z" } }, {}];
  serveApi({ "GET /api/reading-progress": () => Response.json(progress, answers.shift()) });
  const fetchProgress = () => createQueryClient().fetchQuery(readingProgressQuery(7));
  expect(await fetchProgress()).toEqual({ ...progress, isLastSeen: true });
  expect(await fetchProgress()).toEqual(progress);
});

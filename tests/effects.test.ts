import { describe, expect, test } from "bun:test";

import { ACTIVITY_LIMIT } from "#contract/audit.ts";
import { EREADER_MAIL_LIMIT } from "#contract/limits.ts";
import { NOTE_LIMITS } from "#contract/notes.ts";
import { POST_LIMIT } from "#contract/posts.ts";
import { describeLimits, type Limit } from "#contract/rate-limit.ts";
import { WINE_LIMIT } from "#contract/wines.ts";
import { createApp } from "#server/app.ts";
import { BOOKMARKS_MAX } from "#server/reading/bookmarks.ts";

import { accessOf } from "./support/access-call.ts";
import { createClub } from "./support/club.ts";
import { type Effect, EFFECTS, openHour } from "./support/effects.ts";
import { routesOf } from "./support/route-fields.ts";
import { isRead, isReadOnly, SAMPLE_CALLS } from "./support/sample-calls.ts";

/** Above this, an answer has to name the limit that holds it. */
const ROWS_WITHOUT_LIMIT = 100;

type Answer = Partial<Effect> & { limit?: Limit | number | undefined };

/** Replaces or removes what is the caller's, or something small of theirs that others see. */
const NOTHING: Answer = {};
const OWN_ROW: Answer = { rows: 1 };
const HELD_HOST: Answer = { rows: 60, bytes: 5000, mails: 4, notices: 2, limit: ACTIVITY_LIMIT };

/**
 * What a member, who hosts the meeting, may make of each call that writes in an hour: rows stored, bytes that another
 * member's pages grow by, mails (two members get those of a meeting) and notifications. None
 * opens what is withheld. A new call needs an answer.
 */
const ANSWERS: Record<string, Answer> = {
  "DELETE /api/anchors/:id": NOTHING,
  "DELETE /api/bookmarks/:id": NOTHING,
  "DELETE /api/books/:id/copy": NOTHING,
  "DELETE /api/books/:id/paper": NOTHING,
  "DELETE /api/books/:id/review": NOTHING,
  "DELETE /api/meetings/:id/answer": NOTHING,
  "DELETE /api/meetings/:id/dates": { rows: 1 },
  "DELETE /api/meetings/:id/host": { rows: 1 },
  "DELETE /api/needs/:id": NOTHING,
  "DELETE /api/needs/:id/claim": NOTHING,
  "DELETE /api/nominations/:id": NOTHING,
  "DELETE /api/notes/:id": NOTHING,
  "DELETE /api/notes/:id/heart": NOTHING,
  "DELETE /api/posts/:id": NOTHING,
  // a wrong password
  "DELETE /api/profile": OWN_ROW,
  "DELETE /api/profile/calendar": NOTHING,
  "DELETE /api/profile/feeds/:kind": NOTHING,
  "DELETE /api/profile/passkeys/:id": NOTHING,
  "DELETE /api/profile/photo": NOTHING,
  "DELETE /api/profile/push": NOTHING,
  "DELETE /api/profile/sessions/:id": NOTHING,
  "DELETE /api/replies/:id": NOTHING,
  "DELETE /api/wines/:id": NOTHING,
  "DELETE /api/wines/:id/like": NOTHING,
  "PATCH /api/bookmarks/:id": NOTHING,
  "PATCH /api/meetings/:id": HELD_HOST,
  "PATCH /api/needs/:id": { bytes: 400 },
  "PATCH /api/nominations/:id": { rows: 1, bytes: 90_000 },
  "PATCH /api/notes/:id": { bytes: 20_000 },
  "PATCH /api/posts/:id": { bytes: 2100 },
  // to the address of before once an hour, and ten a day to eReaders
  "PATCH /api/profile": { rows: 62, bytes: 400, mails: 11, limit: ACTIVITY_LIMIT },
  "PATCH /api/replies/:id": { bytes: 8100 },
  "PATCH /api/wines/:id": { bytes: 2500 },
  "POST /api/answer": { rows: 1, bytes: 200 },
  "POST /api/audiobook-progress": OWN_ROW,
  "POST /api/auth/device": OWN_ROW,
  "POST /api/auth/device/look": OWN_ROW,
  "POST /api/auth/device/use": OWN_ROW,
  // to the address of the account alone
  "POST /api/auth/forgot": { rows: 24, mails: 1 },
  // 50 sessions and 20 known browsers
  "POST /api/auth/login": { rows: 70 },
  "POST /api/auth/logout": NOTHING,
  "POST /api/auth/passkey": { rows: 3 },
  "POST /api/auth/passkey/options": OWN_ROW,
  // by an admin's code
  "POST /api/auth/register": { rows: 4, bytes: 200, mails: 1 },
  // by an admin's link or one's own mail
  "POST /api/auth/reset": { rows: 1, mails: 1 },
  "POST /api/auth/setup": OWN_ROW,
  "POST /api/bookmarks": { rows: BOOKMARKS_MAX, limit: BOOKMARKS_MAX },
  "POST /api/books/:id/anchors": { rows: 50 },
  "POST /api/books/:id/notes": { rows: 501, bytes: 9_200_000, limit: NOTE_LIMITS[1] },
  "POST /api/books/:id/paper/restore": OWN_ROW,
  "POST /api/books/:id/send": { limit: EREADER_MAIL_LIMIT },
  "POST /api/books/isbn": OWN_ROW,
  "POST /api/books/search": OWN_ROW,
  "POST /api/dates": { rows: 1, bytes: 200 },
  "POST /api/ereader/confirm": NOTHING,
  "POST /api/meetings/:id/dates/:dateId/choose": { rows: 8, bytes: 200, mails: 2, notices: 1 },
  "POST /api/meetings/:id/needs": { rows: 30, bytes: 12_000 },
  "POST /api/nominations": { rows: 6, bytes: 450_000 },
  "POST /api/notes/:id/replies": { rows: 500, bytes: 4_100_000, limit: NOTE_LIMITS[1] },
  // pages show the newest 500
  "POST /api/posts": { rows: 6000, bytes: 1_100_000, limit: POST_LIMIT },
  "POST /api/profile/calendar": OWN_ROW,
  // to the address that asks to confirm it
  "POST /api/profile/ereader/link": { rows: 10, mails: 10, limit: EREADER_MAIL_LIMIT },
  "POST /api/profile/ereader/test": { limit: EREADER_MAIL_LIMIT },
  "POST /api/profile/feeds/:kind": OWN_ROW,
  // to oneself
  "POST /api/profile/passkeys": { rows: 4, mails: 1 },
  "POST /api/profile/passkeys/options": OWN_ROW,
  "POST /api/profile/password": { rows: 2, mails: 1 },
  "POST /api/profile/photo": OWN_ROW,
  "POST /api/profile/push": OWN_ROW,
  "POST /api/reading-progress": OWN_ROW,
  "POST /api/unsubscribe": { bytes: 1 },
  "POST /api/wines": { rows: 51, bytes: 140_000, limit: WINE_LIMIT },
  "PUT /api/books/:id/copy": OWN_ROW,
  "PUT /api/books/:id/paper": { rows: 2 },
  "PUT /api/books/:id/reached": OWN_ROW,
  "PUT /api/books/:id/review": OWN_ROW,
  "PUT /api/meetings/:id/answer": OWN_ROW,
  "PUT /api/meetings/:id/dates": HELD_HOST,
  "PUT /api/meetings/:id/dates/mine": OWN_ROW,
  // each turn that is taken, and each that is given back
  "PUT /api/meetings/:id/host": { rows: 2 * ACTIVITY_LIMIT.max + 2, limit: ACTIVITY_LIMIT },
  "PUT /api/needs/:id/claim": OWN_ROW,
  "PUT /api/notes/:id/heart": OWN_ROW,
  "PUT /api/polls/:id/ballot": OWN_ROW,
  "PUT /api/wines/:id/like": OWN_ROW,
};

/** Possible in a club without members alone. */
const isSetUp = (call: string) => call === "POST /api/auth/setup";

const club = await createClub();
const routes = await routesOf(club);
const registered = (await createApp(club.deps)).routes;
club.close();
const matrix = SAMPLE_CALLS;
/** Lists that a member's pages read, those of the book included. */
const lists = matrix.filter(
  ({ call, gets }) => /^GET \/api\/(?!health|.*\bexport)(?:books\/:id\/)?[^:*]+$/.test(call) && gets[1] === 200,
);

test("every call that writes, but for those of admins, says what a member may make of it in an hour", () => {
  const writing = registered.filter(
    ({ method, hooks }) => !isReadOnly(method) && accessOf(hooks.detail?.security) !== "admin",
  );
  expect(Object.keys(ANSWERS).toSorted()).toEqual(writing.map(({ method, path }) => `${method} ${path}`).toSorted());
});

test("an answer of many rows names the limit that holds it", () => {
  const unheld = Object.entries(ANSWERS).filter(([, { rows = 0, limit }]) => rows >= ROWS_WITHOUT_LIMIT && !limit);
  expect(unheld.map(([call]) => call)).toEqual([]);
});

describe("in an hour a member makes no more than its answer of", () => {
  test.each(Object.entries(ANSWERS))(
    "%s",
    async (call, { limit, ...answer }) => {
      const row = matrix.find((one) => one.call === call && !isRead(one));
      if (!row) throw new Error(`${call} is not in the table of calls`);
      const undoes = call.replace(/^(?:PUT|POST)/, "DELETE");
      const back = matrix.find((one) => one.call === undoes && one.gets[1] < 300 && one !== row);
      const { world, flood } = await openHour(row, back, routes, lists);
      try {
        const { statuses, ...made } = await flood(typeof limit === "number" ? limit + 10 : 100);
        const over = EFFECTS.filter((what) => made[what] > (answer[what] ?? 0));
        expect({ over, made }).toEqual({ over: [], made });
        expect(Math.max(...statuses)).toBeLessThan(500);
        expect(Math.min(...statuses)).toBeLessThan(isSetUp(call) ? 500 : 300);
        if (typeof limit !== "object") return;
        const { clock, recentUses, stores } = world.club.deps;
        const used = { since: clock.now().toISOString(), count: limit.max };
        const counts = limit.per === "minute" ? recentUses : stores.usage;
        counts.save(world.member.user.id, `${limit.key} a ${limit.per}`, used);
        expect([describeLimits(limit), (await flood(2)).statuses]).toEqual([
          describeLimits(limit),
          expect.arrayContaining([429]),
        ]);
      } finally {
        await world.close();
      }
    },
    60_000,
  );
});

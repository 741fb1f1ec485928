import { issueOneTimeToken } from "#server/access/one-time-tokens.ts";

import { asJson, type Form, type World } from "./access-world.ts";
import { PASSWORD, type Person } from "./club.ts";
import {
  answerToken,
  BALLOT,
  CSV,
  DATES,
  datesToken,
  earlierPage,
  newNomination,
  nominee,
  openPoll,
} from "./sample-ids.ts";
import { EREADER } from "./sample-paths.ts";
import { addPasskey, challenge, createPasskey } from "./soft-passkey.ts";
import { bare, lastBytes, wholeEbook } from "./tus.ts";

const subscription = {
  endpoint: "https://push.example.com/x",
  keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
};
const otherEmail = { email: "mia@example.org" };
const text = { text: "The turn" };

/** JSON that a call takes as it is. */
const BODIES: Readonly<Record<string, object>> = {
  "DELETE /api/profile": { password: PASSWORD },
  "DELETE /api/profile/push": { endpoint: subscription.endpoint },
  "PATCH /api/bookmarks/:id": { note: "The turn" },
  "PATCH /api/books/:id": { synopsis: "She meddles." },
  "PATCH /api/content": { meetingLocation: "At Mia's" },
  "PATCH /api/email/config": { enabled: false },
  "PATCH /api/meetings/:id": { time: "20:00" },
  "PATCH /api/months/:month": { message: "Dear all" },
  "PATCH /api/needs/:id": { quantity: 3 },
  "PATCH /api/nominations/:id": { reason: "She meddles." },
  "PATCH /api/notes/:id": text,
  "PATCH /api/posts/:id": { content: "Two Riojas" },
  "PATCH /api/profile": { displayName: "M." },
  "PATCH /api/replies/:id": text,
  "PATCH /api/users/:id": { isAdmin: false },
  "PATCH /api/wines/:id": { note: "Smoky." },
  "POST /api/auth/forgot": { email: "otto@example.org" },
  "POST /api/auth/login": { username: "mia", password: PASSWORD },
  "POST /api/auth/setup": { code: "ABCD", username: "eve", password: PASSWORD, email: "eve@example.org" },
  "POST /api/books": { title: "Persuasion", author: "Jane Austen", month: "2027-01" },
  "POST /api/books/:id/anchors": { seconds: 1, fraction: 0.5 },
  "POST /api/books/:id/notes": { ...text, fraction: 0 },
  "POST /api/books/search": { q: "emma" },
  "POST /api/email/announcements": { subject: "A toast", message: "To all of you." },
  "POST /api/email/test": otherEmail,
  "POST /api/invitations": { uses: 3 },
  "POST /api/meetings": { date: "2027-01-13", time: "19:00", location: "The cellar" },
  "POST /api/meetings/:id/cancel": { tell: true },
  "POST /api/meetings/:id/dates/:dateId/choose": { tell: true },
  "POST /api/meetings/:id/needs": { what: "Ice", quantity: 2 },
  "POST /api/meetings/:id/restore": { tell: true },
  "POST /api/notes/:id/replies": text,
  "POST /api/posts": { content: "Rioja" },
  "POST /api/profile/password": { currentPassword: PASSWORD, newPassword: "another one" },
  "POST /api/profile/push": subscription,
  "POST /api/wines": { name: "Rioja", kind: "red" },
  "PUT /api/books/:id/copy": { kind: "lend" },
  "PUT /api/books/:id/match": { pairs: [] },
  "PUT /api/books/:id/paper": { pages: 320, page: 143 },
  "PUT /api/books/:id/reached": { fraction: 0.5 },
  "PUT /api/books/:id/review": { stars: 4 },
  "PUT /api/meetings/:id/answer": { answer: "yes" },
  "PUT /api/meetings/:id/dates": { dates: DATES, tell: true },
  "PUT /api/meetings/:id/dates/mine": { ids: [] },
  "PUT /api/meetings/:id/host": {},
  "PUT /api/needs/:id/claim": { quantity: 1 },
};

type Make<Result> = (world: World, who: Person) => Result | Promise<Result>;

/** JSON that depends on the club. */
const MADE_BODIES: Readonly<Record<string, Make<object>>> = {
  "POST /api/answer": async (world) => ({ token: await answerToken(world), answer: "yes" }),
  "POST /api/audiobook-progress": ({ bookId }) => ({ bookId, currentTime: 60, chapter: 0 }),
  "POST /api/auth/device/look": async ({ code }) => ({ code: await code() }),
  "POST /api/auth/device/use": async ({ code }) => ({ code: await code() }),
  "POST /api/auth/passkey": async ({ club }) => {
    const passkey = createPasskey();
    await addPasskey(club.member(`holder${club.deps.stores.users.count()}`), passkey);
    return { response: passkey.assert(await challenge(club.visitor, "/api/auth/passkey/options")) };
  },
  "POST /api/auth/register": ({ registration }) => registration(),
  "POST /api/auth/reset": ({ resetToken }) => ({ token: resetToken(), password: "another one" }),
  "POST /api/bookmarks": ({ bookId }) => ({ bookId, currentTime: 5 }),
  "POST /api/books/:id/paper/restore": async ({ bookId }, who) => ({ id: await earlierPage(bookId, who) }),
  "POST /api/books/isbn": ({ isbn }) => ({ isbn }),
  "POST /api/dates": async (world) => ({ token: await datesToken(world), ids: [] }),
  "POST /api/ereader/confirm": async ({ club, other }) => {
    await other.call("PATCH", "/api/profile", EREADER);
    return { token: issueOneTimeToken(club.deps, "ereader", { userId: other.user.id }).secret };
  },
  "POST /api/nominations": nominee,
  "POST /api/polls": async (world) => ({
    ...BALLOT,
    nominationIds: [await newNomination(world, world.other), await newNomination(world, world.admin)],
  }),
  "POST /api/polls/:id/adopt": async (world) => {
    const { id, options } = await openPoll(world);
    await world.admin.call("POST", `/api/polls/${id}/close`);
    return { nominationId: options[0]?.nomination.id };
  },
  "POST /api/profile/passkeys": async (_world, who) => ({
    name: "Phone",
    response: createPasskey().attest(await challenge(who, "/api/profile/passkeys/options")),
  }),
  "POST /api/reading-progress": ({ bookId }) => ({ bookId, fraction: 0.25, locator: null }),
  "POST /api/uploads/:id/book": ({ bookId }) => ({ bookId }),
  "PUT /api/polls/:id/ballot": async (world) => ({
    nominationIds: [(await openPoll(world)).options[0]?.nomination.id],
  }),
};

/** What isn't JSON. */
const FORMS: Readonly<Record<string, Make<Form>>> = {
  "DELETE /api/uploads/:id": bare,
  "HEAD /api/uploads/:id": bare,
  "PATCH /api/uploads/:id": lastBytes,
  "POST /api/profile/photo": ({ form }) => form("photo"),
  "POST /api/shelf/import": () => ({ type: "text/csv", bytes: Buffer.from(CSV) }),
  "POST /api/unsubscribe": () => ({
    type: "application/x-www-form-urlencoded",
    bytes: Buffer.from("List-Unsubscribe=One-Click"),
  }),
  "POST /api/upload/:kind": ({ form }) => form("ebook"),
  "POST /api/uploads": wholeEbook,
  "POST /api/uploads/:id": () => {
    const form = lastBytes();
    return { ...form, headers: { ...form.headers, "x-http-method-override": "PATCH" } };
  },
};

/** Makes a body that a call of the table takes; undefined where it needs none. */
export function sampleBody(key: string): Make<Form> | undefined {
  const make = MADE_BODIES[key];
  if (make) return async (world, who) => asJson(await make(world, who));
  const body = BODIES[key];
  return body ? () => asJson(body) : FORMS[key];
}

import { smallCover } from "#contract/address-of.ts";
import type { Call } from "#contract/call.ts";
import { issueOneTimeToken } from "#server/access/one-time-tokens.ts";

import type { World } from "./access-world.ts";
import type { Person } from "./club.ts";
import { jsonOf } from "./json.ts";
import { answerToken, askedMeeting, DATES, datesToken, newWine, SAMPLE_IDS } from "./sample-ids.ts";

export const EREADER = { ereaderEmail: "reader@kindle.example" };

type Prepare<Result> = (world: World, who: Person, path: string) => Result | Promise<Result>;

/** Paths whose parameters' names don't say enough; HEAD as GET. */
const PATHS: Readonly<Record<string, Prepare<string>>> = {
  "DELETE /api/wines/:id/like": wineOfOther,
  "GET /api/answer": async (world) => `/api/answer?token=${await answerToken(world)}`,
  "GET /api/avatars/*": ({ photo }) => photo(),
  "GET /api/books/:id/sentences": ({ bookId }) => `/api/books/${bookId}/sentences?section=0`,
  "GET /api/books/search": () => "/api/books/search?q=emma",
  "GET /api/covers/*": ({ cover }) => cover(),
  "GET /api/covers/small/:name": async ({ cover }) => smallCover(await cover()),
  "GET /api/dates": async (world) => `/api/dates?token=${await datesToken(world)}`,
  "GET /api/unsubscribe": ({ token }) => `/api/unsubscribe?token=${token}`,
  "GET /calendar/:file": async ({ other }) =>
    new URL((await jsonOf(other.call("POST", "/api/profile/calendar"))).url).pathname,
  "POST /api/meetings/:id/dates/:dateId/choose": async (world) => {
    const { id, dates } = await askedMeeting(world);
    return `/api/meetings/${id}/dates/${dates[0]?.id}/choose`;
  },
  "POST /api/unsubscribe": ({ token }) => `/api/unsubscribe?token=${token}`,
  "PUT /api/meetings/:id/dates/mine": async (world) => `/api/meetings/${(await askedMeeting(world)).id}/dates/mine`,
  "PUT /api/wines/:id/like": wineOfOther,
};

/** What must have happened before a call. */
const BEFORE: Readonly<Record<string, Prepare<unknown>>> = {
  "DELETE /api/books/:id/review": (_world, who, path) => who.call("PUT", path, { stars: 3 }),
  "DELETE /api/meetings/:id/dates": ({ admin }, _who, path) => admin.call("PUT", path, { dates: DATES }),
  "DELETE /api/notes/:id/heart": (_world, who, path) => who.call("PUT", path),
  "DELETE /api/profile": ({ club }) => {
    // the last admin can't go
    const { users } = club.deps.stores;
    if (users.countAdmins() < 2) club.admin(`deputy${users.count()}`);
  },
  "DELETE /api/wines/:id/like": (_world, who, path) => who.call("PUT", path),
  "GET /api/calendar/meeting.ics": ({ admin }) =>
    admin.call("PATCH", "/api/content", {
      meetingDate: "2026-12-10",
      meetingTime: "19:00",
      meetingLocation: "The cellar",
    }),
  // the first call creates the keys
  "GET /api/push/key": ({ member }, _who, path) => member.call("GET", path),
  "POST /api/books/:id/send": confirmEreader,
  "POST /api/posts/restore": ({ admin }) => admin.call("DELETE", "/api/posts"),
  "POST /api/profile/ereader/link": (_world, who) => who.call("PATCH", "/api/profile", EREADER),
  "POST /api/profile/ereader/test": confirmEreader,
};

/** An address for a call of the table, once what it needs is there. */
export async function samplePath(key: string, call: Call, world: World, who: Person): Promise<string> {
  const [, pattern = ""] = key.split(" ");
  if (/^\/api\/(?:books\/:id\/|download\/)|^\/feeds\//.test(pattern)) await world.files();
  const make = PATHS[key.replace("HEAD ", "GET ")] ?? (pattern.startsWith("/feeds/") ? feedPath : filledPath);
  const path = await make(world, who, pattern);
  await BEFORE[key]?.(world, who, path);
  const needsBook = call.query?.required?.includes("bookId");
  return needsBook ? `${path}?bookId=${world.bookId}` : path;
}

async function filledPath(world: World, who: Person, pattern: string): Promise<string> {
  const [whole, before = "", noun = ""] = /^(.*?\/((?:download\/)?[\w-]+))\/(?::\w+\??|\*)/.exec(pattern) ?? [];
  if (whole === undefined) return pattern;
  const rest = pattern.slice(whole.length);
  const thing = /^\/(?:found|book)$/.test(rest) && noun === "uploads" ? "uploads/finished" : noun;
  const sample = SAMPLE_IDS[thing];
  if (!sample) throw new Error(`${pattern} has no sample`);
  return `${before}/${await sample(world, who)}${(await filledPath(world, who, `/${noun}${rest}`)).slice(noun.length + 1)}`;
}

/** At the other member's secret address. */
async function feedPath({ admin, other, bookId, cover }: World, _who: Person, pattern: string): Promise<string> {
  await admin.call("PATCH", `/api/books/${bookId}`, { coverImage: await cover() });
  const kind = /opds|ebook|thumbnail/.test(pattern) ? "opds" : "podcast";
  const { url } = await jsonOf(other.call("POST", `/api/profile/feeds/${kind}`));
  const ending = { audiobook: "m4b", ebook: "epub", chapters: "json" }[pattern.split("/")[3] ?? ""] ?? "jpg";
  const [, , token] = new URL(url).pathname.split("/");
  return pattern.replace(":token", token ?? "").replace(":file", `${bookId}.${ending}`);
}

function wineOfOther({ other }: World): Promise<string> {
  return newWine(other).then((id) => `/api/wines/${id}/like`);
}

/** Gives them an eReader that they confirmed. */
export async function confirmEreader({ club }: World, who: Person): Promise<void> {
  await who.call("PATCH", "/api/profile", EREADER);
  const { secret: token } = issueOneTimeToken(club.deps, "ereader", { userId: who.user.id });
  await who.call("POST", "/api/ereader/confirm", { token });
}

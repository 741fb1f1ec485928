import type { Call } from "#contract/call.ts";

import type { World } from "./access-world.ts";
import type { Person } from "./club.ts";
import { jsonOf } from "./json.ts";
import { partOf } from "./tested-resources.ts";

const PATHS = partOf("paths");
const BEFORE = partOf("before");
const IDS = partOf("ids");

/** A path for a call of the table, after creating what it refers to. */
export async function samplePath(key: string, call: Call, world: World, person: Person): Promise<string> {
  const [, pattern = ""] = key.split(" ");
  if (/^\/api\/(?:books\/:id\/|download\/)|^\/feeds\//.test(pattern)) await world.files();
  const make = PATHS[key.replace("HEAD ", "GET ")] ?? (pattern.startsWith("/feeds/") ? feedPath : filledPath);
  const path = await make(world, person, pattern);
  await BEFORE[key]?.(world, person, path);
  const needsBook = call.query?.required?.includes("bookId");
  return needsBook ? `${path}?bookId=${world.bookId}` : path;
}

async function filledPath(world: World, person: Person, pattern: string): Promise<string> {
  const [prefix, before = "", resource = ""] = /^(.*?\/((?:download\/)?[\w-]+))\/(?::\w+\??|\*)/.exec(pattern) ?? [];
  if (prefix === undefined) return pattern;
  const remainder = pattern.slice(prefix.length);
  const resourceName = /^\/(?:found|book)$/.test(remainder) && resource === "uploads" ? "uploads/finished" : resource;
  const sample = IDS[resourceName];
  if (!sample) throw new Error(`${pattern} has no sample`);
  return `${before}/${await sample(world, person)}${(await filledPath(world, person, `/${resource}${remainder}`)).slice(resource.length + 1)}`;
}

/** A path with the other member's secret. */
async function feedPath({ admin, other, bookId, cover }: World, _who: Person, pattern: string): Promise<string> {
  await admin.call("PATCH", `/api/books/${bookId}`, { coverImage: await cover() });
  const kind = /opds|ebook|thumbnail/.test(pattern) ? "opds" : "podcast";
  const { url } = await jsonOf(other.call("POST", `/api/profile/feeds/${kind}`));
  const ending = { audiobook: "m4b", ebook: "epub", chapters: "json" }[pattern.split("/")[3] ?? ""] ?? "jpg";
  const [, , token] = new URL(url).pathname.split("/");
  return pattern.replace(":token", token ?? "").replace(":file", `${bookId}.${ending}`);
}

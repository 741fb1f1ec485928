import type { Meeting } from "#contract/meetings.ts";
import { normalizeText } from "#contract/normalize-text.ts";
import type { Author } from "#contract/users.ts";

type Member = Pick<Author, "id" | "displayName">;

/** Namesakes get their account's number, because photos may be alike. */
export function memberNames(members: readonly Member[]): (member: Member) => string {
  const ids = new Map<string, Set<number | null>>();
  for (const { id, displayName } of members) {
    const namesakes = ids.get(normalizeName(displayName)) ?? new Set();
    ids.set(normalizeName(displayName), namesakes.add(id));
  }
  return ({ id, displayName }) => {
    const isShared = (ids.get(normalizeName(displayName))?.size ?? 0) > 1;
    return isShared && id !== null ? `${displayName} (member ${id})` : displayName;
  };
}

export function meetingNames(meeting: Meeting): (member: Member) => string {
  const { people, host, dates, datesWaiting, datesAnsweredBy, needs } = meeting;
  const claims = needs.flatMap((need) => need.claims);
  const availableMembers = dates.flatMap((date) => date.people);
  const users = [...people, ...claims].map(({ user }) => user);
  return memberNames([...users, ...availableMembers, ...datesWaiting, ...datesAnsweredBy, ...(host ? [host] : [])]);
}

/** Without punctuation, spaces, and letters that look like apostrophes (U+02BC), because many look alike. */
const normalizeName = (name: string) =>
  normalizeText(name, "NFKC")
    .toLowerCase()
    .replaceAll(/[\p{P}\s\u02B0-\u02FF]/gu, "");

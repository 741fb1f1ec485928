import { EREADER_MAIL_LIMIT } from "#contract/profile.ts";
import { issueOneTimeToken } from "#server/access/one-time-tokens.ts";
import type { World } from "#tests/support/access-world.ts";
import { type Person } from "#tests/support/club.ts";
import { NO_EFFECT, type TestedResource } from "#tests/support/tested-resource.ts";

export const EREADER = { ereaderEmail: "reader@kindle.example" };

async function confirmEreader({ club }: World, person: Person): Promise<void> {
  await person.call("PATCH", "/api/profile", EREADER);
  const { secret: token } = issueOneTimeToken(club.deps, "ereader", { userId: person.user.id });
  await person.call("POST", "/api/ereader/confirm", { token });
}

export const resource: TestedResource = {
  before: {
    "POST /api/books/:id/send": confirmEreader,
    "POST /api/profile/ereader/link": (_world, person) => person.call("PATCH", "/api/profile", EREADER),
    "POST /api/profile/ereader/test": confirmEreader,
  },
  bodies: {
    "POST /api/ereader/confirm": async ({ club, other }) => {
      await other.call("PATCH", "/api/profile", EREADER);
      return { token: issueOneTimeToken(club.deps, "ereader", { userId: other.user.id }).secret };
    },
  },
  effects: {
    "POST /api/books/:id/send": { limit: EREADER_MAIL_LIMIT },
    "POST /api/ereader/confirm": NO_EFFECT,
    // a mail to the address asks for its confirmation
    "POST /api/profile/ereader/link": { rows: 10, mails: 10, limit: EREADER_MAIL_LIMIT },
    "POST /api/profile/ereader/test": { limit: EREADER_MAIL_LIMIT },
  },
  tables: {
    ereader_books: { privacy: "books sent to your eReader", onDeletion: "deleted" },
  },
};

import { also, type Row } from "#tests/support/access-row.ts";
import type { World } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";

export const rows: readonly Row[] = [
  also("POST /api/books/:id/send", 401, 202, 202, {
    to: async (world, who) => {
      await world.files();
      return `/api/books/${await withEreader(world, who)}/send`;
    },
  }),
  also("POST /api/profile/ereader/test", 401, 202, 202, {
    to: async (world, who) => {
      await withEreader(world, who);
      return "/api/profile/ereader/test";
    },
  }),
];

async function withEreader({ bookId }: World, who: Person): Promise<number> {
  await who.call("PATCH", "/api/profile", { ereaderEmail: "reader@kindle.example" });
  return bookId;
}

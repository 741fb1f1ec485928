import type { World } from "#tests/support/access-world.ts";
import { OWN_ROW, type TestedResource } from "#tests/support/tested-resource.ts";

const CSV = "title,author,month\nPersuasion,Jane Austen,2019-01\n";

async function createImport({ club, admin }: World): Promise<number> {
  const headers = { "content-type": "text/csv", cookie: admin.cookie };
  const request = new Request("http://localhost/api/shelf/import", { method: "POST", headers, body: CSV });
  return (await (await club.handler.fetch(request)).json()).id;
}

export const resource: TestedResource = {
  ids: {
    import: createImport,
    preview: () => "monthly",
    shelf: ({ bookId }) => bookId,
  },
  before: {
    "DELETE /api/books/:id/review": (_world, person, path) => person.call("PUT", path, { stars: 3 }),
  },
  bodies: {
    "PUT /api/books/:id/copy": { kind: "lend" },
    "PUT /api/books/:id/review": { stars: 4 },
  },
  forms: {
    "POST /api/shelf/import": () => ({ type: "text/csv", bytes: Buffer.from(CSV) }),
  },
  effects: {
    "PUT /api/books/:id/copy": OWN_ROW,
    "PUT /api/books/:id/review": { rows: 4 },
  },
  audit: {
    "POST /api/shelf/import": ["shelf-imported"],
    "POST /api/shelf/import/:id/undo": ["import-undone"],
  },
  tables: {
    reviews: { privacy: "Your stars and reviews", onDeletion: "anonymized" },
    ratings: { privacy: "Your stars and reviews", onDeletion: "not-about-members" },
    book_copies: { privacy: "Whether you can lend a book or look for one", onDeletion: "deleted" },
    imports: { privacy: "The club's books, meetings and messages", onDeletion: "not-about-members" },
    import_books: { privacy: "The club's books, meetings and messages", onDeletion: "not-about-members" },
  },
};

import { also, type Row, type Told } from "#tests/support/access-row.ts";
import type { World } from "#tests/support/access-world.ts";

const csv = () => ({ type: "text/csv", bytes: Buffer.from("title,author,month\nPersuasion,Jane Austen,2019-01\n") });
const imported = async ({ club, admin }: World): Promise<number> => {
  const headers = { "content-type": "text/csv", cookie: admin.cookie };
  const init = { method: "POST", headers, body: csv().bytes };
  return (await (await club.handler.fetch(new Request("http://localhost/api/shelf/import", init))).json()).id;
};

export const told: Told = { "The club's books, meetings and messages": ["imports", "import_books"] };

export const rows: readonly Row[] = [
  also("GET /api/shelf/import", 401, 403, 200),
  also("POST /api/shelf/import", 401, 403, 201, { records: ["shelf-imported"], body: csv }),
  also("POST /api/shelf/import/:id/undo", 401, 403, 200, {
    records: ["import-undone"],
    to: async (world) => `/api/shelf/import/${await imported(world)}/undo`,
  }),
  also("GET /api/shelf/export.csv", 401, 200, 200),
  also("GET /api/shelf/export.json", 401, 200, 200),
];

import { type Rows, type Told } from "#tests/support/access-row.ts";
import type { World } from "#tests/support/access-world.ts";

const csv = () => ({ type: "text/csv", bytes: Buffer.from("title,author,month\nPersuasion,Jane Austen,2019-01\n") });
const imported = async ({ club, admin }: World): Promise<number> => {
  const headers = { "content-type": "text/csv", cookie: admin.cookie };
  const init = { method: "POST", headers, body: csv().bytes };
  return (await (await club.handler.fetch(new Request("http://localhost/api/shelf/import", init))).json()).id;
};

export const told: Told = { "The club's books, meetings and messages": ["imports", "import_books"] };

export const rows: Rows = {
  "POST /api/shelf/import": { records: ["shelf-imported"], body: csv },
  "POST /api/shelf/import/:id/undo": {
    records: ["import-undone"],
    to: async (world) => `/api/shelf/import/${await imported(world)}/undo`,
  },
};

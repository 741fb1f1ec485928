import { type TestedResource } from "#tests/support/tested-resource.ts";
import { bare, lastBytes, readUpload, startUpload, wholeEbook } from "#tests/support/tus.ts";

const idOf = (path: string) => path.split("/").at(-1) ?? "";

export const resource: TestedResource = {
  ids: {
    upload: () => "ebook",
    uploads: async (world) => idOf(await startUpload(world)),
    "uploads/finished": async (world) => idOf(await readUpload(world)),
  },
  bodies: {
    "POST /api/uploads/:id/book": ({ bookId }) => ({ bookId }),
  },
  forms: {
    "DELETE /api/uploads/:id": bare,
    "HEAD /api/uploads/:id": bare,
    "PATCH /api/uploads/:id": lastBytes,
    "POST /api/upload/:kind": ({ form }) => form("ebook"),
    "POST /api/uploads": wholeEbook,
    "POST /api/uploads/:id": () => {
      const form = lastBytes();
      return { ...form, headers: { ...form.headers, "x-http-method-override": "PATCH" } };
    },
  },
  audit: {
    "DELETE /api/uploads/:id": [],
    "PATCH /api/uploads/:id": ["ebook-uploaded", "audiobook-uploaded"],
    "POST /api/upload/:kind": ["cover-uploaded", "ebook-uploaded", "audiobook-uploaded"],
    "POST /api/uploads": ["ebook-uploaded", "audiobook-uploaded"],
    "POST /api/uploads/:id": ["ebook-uploaded", "audiobook-uploaded"],
    "POST /api/uploads/:id/book": ["ebook-uploaded", "audiobook-uploaded"],
  },
};

import { expect } from "bun:test";

import { type Rows } from "#tests/support/access-row.ts";
import { asJson, type World } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";
import { sendForm } from "#tests/support/forms.ts";
import { jsonOf } from "#tests/support/json.ts";
import { bare, lastBytes, readUpload, startUpload, wholeEbook } from "#tests/support/tus.ts";

export const rows: Rows = {
  "POST /api/uploads": { records: ["ebook-uploaded", "audiobook-uploaded"], body: wholeEbook },
  "HEAD /api/uploads/:id": { to: startUpload, body: bare },
  "PATCH /api/uploads/:id": {
    records: ["ebook-uploaded", "audiobook-uploaded"],
    to: startUpload,
    body: lastBytes,
  },
  "POST /api/uploads/:id": {
    records: ["ebook-uploaded", "audiobook-uploaded"],
    to: startUpload,
    body: () => {
      const form = lastBytes();
      return { ...form, headers: { ...form.headers, "x-http-method-override": "PATCH" } };
    },
  },
  "DELETE /api/uploads/:id": { records: [], to: startUpload, body: bare },
  "GET /api/uploads/:id/found": { to: async (world) => `${await readUpload(world)}/found` },
  "POST /api/uploads/:id/book": {
    records: ["ebook-uploaded", "audiobook-uploaded"],
    to: async (world) => `${await readUpload(world)}/book`,
    body: ({ bookId }) => asJson({ bookId }),
  },
  "POST /api/upload/:kind": {
    id: "AZ14",
    records: ["cover-uploaded", "ebook-uploaded", "audiobook-uploaded"],
    to: () => "/api/upload/ebook",
    body: ({ form }) => form("ebook"),
    checks: {
      "each kind, and no other": async ({ club, member, admin, form }) => {
        for (const kind of ["ebook", "audiobook", "cover"] as const) {
          const { bytes } = await form(kind);
          const send = async (cookie: string) =>
            (await sendForm(club, { cookie }, `/api/upload/${kind}`, bytes)).status;
          expect([await send(""), await send(member.cookie), await send(admin.cookie)]).toEqual([401, 403, 201]);
        }
        const { bytes } = await form("ebook");
        for (const kind of ["other", "..", "ebook%2f", "__proto__"])
          expect((await sendForm(club, admin, `/api/upload/${kind}`, bytes)).status).toBe(404);
      },
    },
  },
  "GET /api/download/ebook/:id": {
    id: "AZ17",
    to: fileOf("ebook"),
    checks: {
      "past books too": async ({ member, admin, files, bookId }) => {
        await files();
        const newer = { title: "Persuasion", author: "Jane Austen", month: "2026-12" };
        await admin.call("PATCH", `/api/books/${bookId}`, { month: "2026-11" });
        await jsonOf(admin.call("POST", "/api/books", newer));
        expect((await jsonOf(member.call("GET", "/api/books/current"))).title).toBe("Persuasion");
        expect((await member.call("GET", `/api/download/ebook/${bookId}`)).status).toBe(200);
      },
    },
  },
  "HEAD /api/download/ebook/:id": { to: fileOf("ebook") },
  "GET /api/download/audiobook/:id": {
    id: "AZ18",
    to: fileOf("audiobook"),
    checks: {
      "each range is guarded": async ({ club, member, files, bookId }) => {
        await files();
        for (const range of ["bytes=0-0", "bytes=0-", "bytes=-5", "bytes=100-200", "bytes=9-2", "items=0-1"]) {
          const ask = (who: Pick<Person, "call">) =>
            who.call("GET", `/api/download/audiobook/${bookId}`, undefined, { range });
          const refused = await ask(club.visitor);
          expect([refused.status, refused.headers.get("content-range")]).toEqual([401, null]);
          expect((await ask(member)).status).toBeOneOf([200, 206]);
        }
      },
    },
  },
  "HEAD /api/download/audiobook/:id": { to: fileOf("audiobook") },
};

function fileOf(kind: "ebook" | "audiobook") {
  return async (world: World) => {
    await world.files();
    return `/api/download/${kind}/${world.bookId}`;
  };
}

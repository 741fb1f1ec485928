import createClient, { type Middleware } from "openapi-fetch";

import type { paths } from "./api.d.ts";

type Files = { ebook: Blob; audiobook: Blob };
type Person = { username: string; password: string };

/** A month of a club: an admin prepares it, a member answers, posts and votes. Throws where the club refuses. */
export async function liveAMonth(baseUrl: string, chief: Person, { ebook, audiobook }: Files) {
  const admin = signedOut(baseUrl);
  need(await admin.POST("/api/auth/login", { body: chief }));
  const book = need(
    await admin.POST("/api/books", { body: { title: "Persuasion", author: "Jane Austen", month: "2026-03" } }),
  );

  // a form, and the tus protocol
  const found = need(
    await admin.POST("/api/upload/{kind}", {
      params: { path: { kind: "ebook" } },
      body: { bookId: book.id, ebook },
      bodySerializer: ({ bookId, ebook }) => {
        const form = new FormData();
        form.set("bookId", String(bookId));
        if (ebook) form.set("ebook", ebook, "persuasion.epub");
        return form;
      },
    }),
  );
  const { response: begun } = await admin.POST("/api/uploads", {
    params: {
      header: {
        "Tus-Resumable": "1.0.0",
        "Upload-Length": String(audiobook.size),
        "Upload-Metadata": metadata({ filename: "persuasion.m4b", kind: "audiobook", bookId: String(book.id) }),
      },
    },
  });
  const id = begun.headers.get("location")?.split("/").at(-1) ?? "";
  const sent = await admin.PATCH("/api/uploads/{id}", {
    params: { path: { id }, header: { "Tus-Resumable": "1.0.0", "Upload-Offset": "0" } },
    body: audiobook,
    bodySerializer: (bytes) => bytes,
    headers: { "Content-Type": "application/offset+octet-stream" },
  });
  const audiobookFile = need(await admin.GET("/api/uploads/{id}/found", { params: { path: { id } } }));

  const meeting = need(
    await admin.POST("/api/meetings", { body: { date: "2026-03-25", time: "19:00", location: "The cellar" } }),
  );
  const cheese = need(
    await admin.POST("/api/meetings/{id}/needs", {
      params: { path: { id: meeting.id } },
      body: { what: "Cheese", quantity: 2 },
    }),
  );
  const { code } = need(await admin.POST("/api/invitations", { body: { uses: 1 } }));

  const member = signedOut(baseUrl);
  const user = need(
    await member.POST("/api/auth/register", {
      body: { username: "anne", password: "eight and a half years", email: "anne@example.org", invitationCode: code },
    }),
  );
  const path = { id: meeting.id };
  need(await member.PUT("/api/meetings/{id}/answer", { params: { path }, body: { answer: "yes", guests: 1 } }));
  need(await member.PUT("/api/needs/{id}/claim", { params: { path: { id: cheese.id } }, body: { quantity: 2 } }));
  const post = need(await member.POST("/api/posts", { body: { content: "A Rioja" } }));

  const emma = need(await member.POST("/api/nominations", { body: { title: "Emma", author: "Jane Austen" } }));
  const evelina = need(await admin.POST("/api/nominations", { body: { title: "Evelina", author: "Frances Burney" } }));
  const poll = need(
    await admin.POST("/api/polls", {
      body: { month: "2026-04", closesAt: "2026-03-20T20:00:00Z", nominationIds: [emma.id, evelina.id] },
    }),
  );
  const ballot = { params: { path: { id: poll.id } }, body: { nominationIds: [emma.id] } };
  const voted = need(await member.PUT("/api/polls/{id}/ballot", ballot));

  const evening = need(await member.GET("/api/meetings/current"));
  const board = need(await member.GET("/api/posts", { params: { query: { limit: 10 } } }));
  const refused = await member.POST("/api/polls/{id}/close", { params: ballot.params });
  for (const person of [member, admin]) await person.POST("/api/auth/logout");
  const after = await member.GET("/api/auth/user");

  return {
    found: found as { found?: { title: string } },
    audiobook: audiobookFile,
    sent: sent.response.status,
    user,
    post,
    voted,
    evening,
    board,
    refused: refused.error?.message,
    after: after.response.status,
  };
}

/** A client that keeps cookies, as a browser does. */
function signedOut(baseUrl: string) {
  const cookies = new Map<string, string>();
  const keepCookies: Middleware = {
    onRequest: ({ request }) => {
      request.headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
      return request;
    },
    onResponse: ({ response }) => {
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
    },
  };
  const client = createClient<paths>({ baseUrl });
  client.use(keepCookies);
  return client;
}

function need<Data>({ data, error, response }: { data?: Data; error?: { message: string }; response: Response }) {
  if (data === undefined) throw new Error(`${response.status} ${error?.message}`);
  return data;
}

function metadata(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${btoa(value)}`)
    .join(",");
}

import { json, type Rows, type Told } from "#tests/support/access-row.ts";

export const told: Told = { "Your stars and reviews": ["reviews", "ratings"] };

export const rows: Rows = {
  "GET /api/shelf/:id": { to: ({ bookId }) => `/api/shelf/${bookId}` },
  "PUT /api/books/:id/review": { ...json({ stars: 4 }), to: ({ bookId }) => `/api/books/${bookId}/review` },
  "DELETE /api/books/:id/review": {
    to: async ({ bookId }, who) => {
      await who.call("PUT", `/api/books/${bookId}/review`, { stars: 3 });
      return `/api/books/${bookId}/review`;
    },
  },
};

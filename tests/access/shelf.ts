import { also, json, type Row, type Told } from "#tests/support/access-row.ts";

export const told: Told = { "Your stars and reviews": ["reviews", "ratings"] };

export const rows: readonly Row[] = [
  also("GET /api/shelf", 401, 200, 200),
  also("GET /api/shelf/:id", 401, 200, 200, { to: ({ bookId }) => `/api/shelf/${bookId}` }),
  also("PUT /api/books/:id/review", 401, 200, 200, {
    ...json({ stars: 4 }),
    to: ({ bookId }) => `/api/books/${bookId}/review`,
  }),
  also("DELETE /api/books/:id/review", 401, 204, 204, {
    to: async ({ bookId }, who) => {
      await who.call("PUT", `/api/books/${bookId}/review`, { stars: 3 });
      return `/api/books/${bookId}/review`;
    },
  }),
];

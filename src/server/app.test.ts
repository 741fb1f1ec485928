import { expect, test } from "bun:test";

import { createClub } from "#tests/support/club.ts";

import { createApp } from "./app.ts";

/** Routes that return a file or a page. */
const WITHOUT_SCHEMA: readonly RegExp[] = [
  /^GET \/api\/(?:avatars|covers)\//,
  /^(?:GET|HEAD) \/api\/download\//,
  /^GET \/api\/books\/:id\/text\//,
  /^GET \/api\/docs/,
  /^GET \/api\/shelf\/export\.(?:csv|json)$/,
  /^GET \/api\/profile\/export$/,
  /^GET \/api\/email\/preview\/:kind\/page$/,
  /^(?:GET|HEAD) (?:\/api)?\/calendar/,
  // in tus, the response is the status and headers
  /^(?:POST|HEAD|PATCH|DELETE) \/api\/uploads(?:\/:id)?$/,
  /^(?:GET|POST) \/api\/unsubscribe$/,
  /^(?:GET|HEAD) \/feeds\//,
  // a text download
  /highlights\.md$/,
];

test("declares a response for every route", async () => {
  const club = await createClub();
  const routes = createApp(club.deps).routes.map(({ method, path, hooks }) => ({
    route: `${method} ${path}`,
    hasSchema: hooks.response !== undefined,
  }));
  const withoutSchema = routes.filter(({ hasSchema }) => !hasSchema).map(({ route }) => route);
  expect(withoutSchema.filter((route) => !WITHOUT_SCHEMA.some((pattern) => pattern.test(route)))).toEqual([]);
  expect(routes.length).toBeGreaterThan(50);
  club.close();
});

test("doesn't apply a route's schema to a Response", async () => {
  const club = await createClub();
  const routes = createApp(club.deps).routes.filter(({ hooks }) => hooks.response !== undefined);
  const responseRoutes = routes.filter(({ handler }) => /\bResponse\b/.test(String(handler)));
  expect(responseRoutes.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  club.close();
});

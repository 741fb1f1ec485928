import type { AnyElysia } from "elysia";

import { ErrorBody } from "#contract/errors.ts";
import { MEMBER_HEADER } from "#contract/headers.ts";
import { createApp } from "#server/app.ts";
import { VERSION } from "#server/config.ts";
import { createClub } from "#tests/support/club.ts";

import { sharedResponses } from "./answers.ts";
import { readContract } from "./contract.ts";
import { type Example, walkCalls } from "./examples.ts";
import { describeCall } from "./operations.ts";
import { type Route, templateOf } from "./routes.ts";
import { createSchemas, type Json } from "./schemas.ts";
import { TAGS } from "./tags.ts";

export type Described = Awaited<ReturnType<typeof describeApi>>;

/** Describes the API as OpenAPI 3.1, with examples from the tests' sample calls. */
export async function describeApi() {
  const routes = await readRoutes();
  const examples = await walkCalls(routes);
  return { document: documentOf(routes, examples, createSchemas(await readContract())), examples, routes };
}

/** Without examples, which takes a fraction of the time. */
export async function describeRoutes() {
  return documentOf(await readRoutes(), new Map(), createSchemas(await readContract()));
}

async function readRoutes(): Promise<readonly Route[]> {
  const club = await createClub();
  const { routes }: AnyElysia = createApp(club.deps);
  club.close();
  return routes;
}

function documentOf(
  routes: readonly Route[],
  examples: ReadonlyMap<string, Example>,
  { components, schemaOf }: ReturnType<typeof createSchemas>,
) {
  schemaOf(ErrorBody);
  const getRoutes = new Map(routes.filter(({ method }) => method === "GET").map((route) => [route.path, route]));
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes.toSorted((one, other) => orderOf(one) - orderOf(other))) {
    const getRoute = route.method === "HEAD" ? getRoutes.get(route.path) : undefined;
    const operation = describeCall(route, schemaOf, examples.get(`${route.method} ${route.path}`), getRoute);
    (paths[templateOf(route.path)] ??= {})[route.method.toLowerCase()] = operation;
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "The book club's API",
      version: VERSION,
      description:
        "What the web app calls, for your own scripts and apps. Sign in with `POST /api/auth/login` and send the cookie that it sets. Times are ISO-8601 in UTC, dates and times of meetings in the club's time zone, sizes bytes. Lengths of text count code points, without the space around it. Every error answers with a sentence that says what to do.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      { url: "https://{club}", description: "Your club.", variables: { club: { default: "books.example.org" } } },
    ],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "session",
          description:
            "The cookie that signing in sets. Over https its name is `__Host-session`. Where PUBLIC_URL has a port of its own, such as 8443, the name ends in `-8443`.",
        },
      },
      parameters: {
        Member: {
          in: "header",
          name: MEMBER_HEADER,
          description:
            "The id of the member who made the change. If somebody else is signed in by now, the answer is 409 and nothing happens. Left out, the session's member makes it.",
          schema: { type: "integer", minimum: 1 },
        },
      },
      responses: sharedResponses(),
      schemas: Object.fromEntries(Object.entries(components).toSorted(([one], [other]) => compare(one, other))),
    },
  };
}

const TAG_NAMES = Object.keys(TAGS);

function orderOf({ hooks }: Route): number {
  return TAG_NAMES.indexOf(hooks.detail?.tags?.[0] ?? "");
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

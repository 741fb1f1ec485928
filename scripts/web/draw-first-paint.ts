import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createStore, Provider } from "jotai";
import { createElement, type FunctionComponent, type ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";

import { type Drawing, DRAWINGS, PLACEHOLDERS } from "#contract/first-paint.ts";
import { type Season, SEASON_NAMES } from "#contract/season.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { App } from "#web/app/app.tsx";
import { HomePicture, ReadPicture, ShelfPicture, TalkPicture } from "#web/app/first-paint/drawings.tsx";
import { seasonAtom } from "#web/state/season.ts";
import { sessionAtom } from "#web/state/session.ts";

const pictures: Record<Exclude<Drawing, "auth">, FunctionComponent> = {
  home: HomePicture,
  shelf: ShelfPicture,
  talk: TalkPicture,
  read: ReadPicture,
};

/** Writes what is seen before the app loads, by drawing and season. */
export async function drawFirstPaint(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of DRAWINGS)
    for (const season of Object.keys(SEASON_NAMES) as Season[])
      await Bun.write(
        join(folder, `${name}-${season}.html`),
        name === "auth" ? drawSignIn(season) : drawPicture(pictures[name], season),
      );
}

/** As the app itself first renders for a visitor, so that it can take over these elements. */
function drawSignIn(season: Season): string {
  return withQueries((queryClient) => {
    queryClient.setQueryData(["/api/club"], PLACEHOLDERS);
    return clean(renderToString(inRouter(season, createElement(App, { queryClient }))));
  });
}

function drawPicture(Picture: FunctionComponent, season: Season): string {
  return withQueries((client) => {
    const page = createElement(QueryClientProvider, { client }, createElement(Picture));
    return still(clean(renderToStaticMarkup(inRouter(season, page))));
  });
}

/** Clears what was asked for: its timers would keep the build from ending for five minutes. */
function withQueries(draw: (client: QueryClient) => string): string {
  const client = createQueryClient();
  const html = draw(client);
  client.clear();
  return html;
}

function inRouter(season: Season, page: ReactNode) {
  const store = createStore();
  store.set(seasonAtom, season);
  store.set(sessionAtom, { status: "signed-out" });
  return createElement(Provider, { store }, createElement(MemoryRouter, { initialEntries: ["/auth"] }, page));
}

/** Without React's links to the pictures, which are fetched anyway. */
const clean = (html: string) =>
  new HTMLRewriter().on("link", { element: (preload) => void preload.remove() }).transform(html);

/** What makes it interactive or accessible by name. */
const names = ["id", "for", "name", "role", "href", "aria-controls"];

const still = (html: string) =>
  new HTMLRewriter()
    .on("*", { element: (element) => names.forEach((name) => element.removeAttribute(name)) })
    .transform(html);

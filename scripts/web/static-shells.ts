import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import { QueryClientProvider } from "@tanstack/react-query";
import { createStore, Provider } from "jotai";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";

import { type Season, SEASON_NAMES } from "#contract/season.ts";
import type { STATIC_SHELLS } from "#contract/static-shells.ts";
import { createQueryClient } from "#web/api/query-client.ts";
import { AuthShell, HomeShell, LowHomeShell, ReadShell, ShelfShell, TalkShell } from "#web/app/pages/static-shells.tsx";
import { seasonAtom } from "#web/state/season.ts";

const shells: Record<(typeof STATIC_SHELLS)[number], FunctionComponent> = {
  auth: AuthShell,
  home: HomeShell,
  "home-low": LowHomeShell,
  shelf: ShelfShell,
  talk: TalkShell,
  read: ReadShell,
};

export async function renderStaticShells(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, Shell] of Object.entries(shells))
    for (const season of Object.keys(SEASON_NAMES) as Season[])
      await Bun.write(join(folder, `${name}-${season}.html`), still(draw(Shell, season)));
}

function draw(Shell: FunctionComponent, season: Season): string {
  const store = createStore();
  store.set(seasonAtom, season);
  const inRouter = createElement(MemoryRouter, null, createElement(Shell));
  const withQueries = createElement(QueryClientProvider, { client: createQueryClient() }, inRouter);
  return renderToStaticMarkup(createElement(Provider, { store }, withQueries));
}

/** What makes it interactive or accessible by name. */
const names = ["id", "for", "name", "role", "href", "autocomplete", "autocapitalize", "aria-controls"];

function still(html: string): string {
  return new HTMLRewriter()
    .on("link", { element: (preload) => void preload.remove() })
    .on("input", { element: (input) => void input.removeAttribute("type").setAttribute("readonly", "") })
    .on("*", { element: (element) => names.forEach((name) => element.removeAttribute(name)) })
    .transform(html);
}
